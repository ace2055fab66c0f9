/** Triage of cases by keyboard: one key a decision. Not in the first load: nothing is in front before triage is drawn. */
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
  openNote,
  planClose,
  planRecommend,
  targetsOf,
  wantsWords,
  withSteps,
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
import { frontOf } from './front.ts'
import type { Triage } from './triage.ts'

const inTriage = all(inView('queue'), flag('triage'))

/** The commands of triage over cases that decide. */
export function decideCommands(deps: CaseDeps, triage: Triage<CaseItem>): Command[] {
  const { queue } = deps

  const front = () => frontOf(triage)
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
    const warned = (plan: Plan) => withSteps(plan, deps.missingSteps(targets.ids))
    if (typeof act === 'object') {
      const words = writeNote(note, undefined, facts)
      return warned({ ...planRecommend(targets, act.recommend, words, deps.review(), template), again })
    }
    if (act !== 'resolve' && act !== 'reject') return emptyPlan
    const noteOf = () => writeNote(note, alert.ruleType, facts)
    return warned({ ...planClose(targets, act, noteOf, note.reason, template), again })
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
