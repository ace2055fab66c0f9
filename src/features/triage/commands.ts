/** Triage by keyboard: one key a decision, and everything else a hand needs without leaving. */
import type { Alert } from '#contract/model/alert.ts'
import type { CaseItem } from '#contract/model/case.ts'
import {
  defineArg,
  defineCommand,
  emptyPlan,
  type Command,
  type Ctx,
  type Effect,
  type Option,
  type Plan,
} from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/when.ts'
import {
  caseHref,
  openNote,
  planClose,
  planRecommend,
  targetsOf,
  wantsWords,
  type CaseDeps,
} from '#src/features/cases/public.ts'
import {
  closingNotes,
  noteFacts,
  readBook,
  templateRef,
  writeNote,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { againOf, commandOf, stripOf, type StripMacro } from './strip.ts'
import { moveCommands } from './move-commands.ts'
import { factWords } from './pins.ts'
import type { Triage } from './triage.ts'

const inTriage = all(inView('queue'), flag('triage'))

/** The commands of triage over a queue. */
export function triageCommands(
  deps: CaseDeps,
  triage: Triage<CaseItem>,
  alertsOf: (caseId: string) => Promise<{ items: readonly Pick<Alert, 'id' | 'triggerInfo'>[] }>,
): Command[] {
  const { queue } = deps

  /** What can be pinned of the alert in front: what the row says of it, then each thing the rule saw. */
  const evidence = async (): Promise<readonly string[]> => {
    const seen = front()
    if (!seen) return []
    const { row, alert } = seen
    // without a connection there is what the row says
    const { items } = await alertsOf(row.id).catch(() => ({ items: [] }))
    const facts = items.find(({ id }) => id === alert.id)?.triggerInfo.facts ?? []
    return [`${alert.ruleName}: ${alert.text}`, ...facts.map(factWords)]
  }

  const front = () => {
    const row = triage.row()
    const { step } = triage.store.getState()
    const alert = row?.alerts.find((one) => one.id === step?.alertId) ?? row?.alerts[0]
    return row && alert && step ? { row, alert, step } : null
  }
  const macroOf = (digit: number | null) =>
    stripOf(triage.store.getState().step, triage.row(), deps.review(), readBook(), triage.weightOf).find(
      ({ key }) => key === String(digit),
    ) ?? null

  /** Why the macro of a digit is not taken on the step in front. */
  const againstMacro = (digit: number | null) => {
    const macro = macroOf(digit)
    return macro ? macro.against : 'No macro has this key'
  }

  /** What a choice of words and an act come to on the step in front. */
  const planOf = (c: Ctx, { act, note }: Pick<StripMacro, 'act' | 'note'>): Plan => {
    const seen = front()
    if (!seen) return emptyPlan
    const { alert, row } = seen
    const targets = targetsOf(c, queue)
    const template = templateRef(note)
    const facts = noteFacts(row, alert, deps.writing())
    const again = againOf({ act, note })
    if (typeof act === 'object') {
      const words = writeNote(note, undefined, facts)
      return { ...planRecommend(targets, act.recommend, words, deps.review(), template), again }
    }
    if (act !== 'resolve' && act !== 'reject') return emptyPlan
    return { ...planClose(targets, act, () => writeNote(note, alert.ruleType, facts), note.reason, template), again }
  }

  /** Opens the note of a macro to be written on before it is sent. */
  const edit = (macro: Pick<StripMacro, 'act' | 'note' | 'title'> | null): Effect | null => {
    const seen = front()
    if (!macro || !seen) return null
    const { alert, row } = seen
    const { id: command, args } = commandOf(macro)
    const label = `${macro.title}: ${alert.ruleName} on ${row.id}`
    return openNote(macro.note, noteFacts(row, alert, deps.writing()), { command, args, label })
  }

  const goOn = () => deps.decided(triage.store.getState().step?.alertId === null)

  return [
    ...moveCommands({
      triage,
      list: queue.list,
      view: 'queue',
      noun: ['case', 'cases'],
      ids: {
        triage: 'queue.triage',
        skip: 'alert.skip',
        back: 'alert.back',
        lookAgain: 'alert.lookAgain',
        pin: 'alert.pin',
        leave: 'queue.leaveTriage',
      },
      evidence,
    }),
    defineCommand({
      id: 'alert.macro',
      title: (c) => `Decide by macro ${c.digit ?? ''}`.trim(),
      shortTitle: 'Decide by macro',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['1..9'],
      disabledReason: (c) => (triage.isReadable() ? againstMacro(c.digit) : 'Not shown long enough yet'),
      plan: (c) => {
        const macro = macroOf(c.digit)
        return macro ? planOf(c, macro) : emptyPlan
      },
      run: goOn,
      otherwise: (c, _, plan) => (wantsWords(plan) === null ? null : edit(macroOf(c.digit))),
    }),
    defineCommand({
      id: 'alert.moreMacros',
      title: 'Decide by another template…',
      shortTitle: 'More templates…',
      group: 'Triage',
      keywords: ['macro', 'note'],
      when: all(inTriage, flag('hasCursor')),
      keys: ['0'],
      disabledReason: () => (triage.store.getState().step?.alertId ? null : 'No alert is in front'),
      args: [
        defineArg<'choice', Closing>({
          name: 'choice',
          type: 'template',
          prompt: () => 'Decide by',
          source() {
            const types = [front()?.alert.ruleType].filter((type) => type !== undefined)
            return [...closings('resolve', types), ...closings('reject', types)]
          },
          create: (_, query) =>
            query.trim()
              ? {
                  id: 'typed',
                  value: { act: 'resolve', note: { text: query.trim() } },
                  title: `Resolve: ${query.trim()}`,
                }
              : null,
        }),
      ],
      plan: (c, { choice }) => planOf(c, choice),
      run: goOn,
      otherwise: (_, { choice }, plan) =>
        wantsWords(plan) === null ? null : edit({ ...choice, title: choice.act === 'resolve' ? 'Resolve' : 'Reject' }),
    }),
    defineCommand({
      id: 'alert.macroEdit',
      title: (c) => `Edit the note of macro ${c.digit ?? ''} first`.replace('  ', ' '),
      shortTitle: 'Edit a macro’s note first',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['e 1..9'],
      disabledReason: (c) => (c.digit === null ? null : againstMacro(c.digit)),
      run: (c) => void edit(macroOf(c.digit)),
    }),
    defineCommand({
      id: 'alert.openCase',
      title: 'Open the case of this alert',
      shortTitle: 'Open case',
      group: 'Navigate',
      when: inTriage,
      keys: ['enter', 'o'],
      run: (c) => {
        const row = triage.row()
        if (row) c.ports.navigate(caseHref(row.platform, row.id))
      },
    }),
  ]
}

interface Closing {
  act: 'resolve' | 'reject'
  note: NoteChoice
}

const closings = (act: Closing['act'], types: readonly string[]): Option<Closing>[] =>
  closingNotes(act, types).map(({ id, value, title, detail, disabled }) => ({
    id: `${act} ${id}`,
    value: { act, note: value },
    title: act === 'resolve' ? title : `${title} (rejects)`,
    ...(detail !== undefined && { detail }),
    ...(disabled !== undefined && { disabled }),
  }))
