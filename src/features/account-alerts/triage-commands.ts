/** Triage over account alerts: one key a decision, with all that are alike where that is asked for. */
import type { ClosingUse } from '#contract/model/template.ts'
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
import { openNote, wantsWords } from '#src/features/cases/public.ts'
import {
  accountNoteFacts,
  closingNotes,
  readBook,
  templateRef,
  writeNote,
  type NoteChoice,
} from '#src/features/templates/public.ts'
import { againOf, closingStrip, commandOf, factWords, moveCommands } from '#src/features/triage/public.ts'
import { countOf } from '#src/format/count.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { typed } from './act-commands.ts'
import { noteOfAlert } from './note-of-alert.ts'
import { planStatus } from './plans.ts'
import { accountAlertQueries } from './queries.ts'
import { alertQueue } from './queue.ts'
import { meantBy } from './targets.ts'

const inTriage = all(inView('accountAlerts'), flag('triage'))

interface Closing {
  use: ClosingUse
  note: NoteChoice
}

/** The commands of triage over the queue. */
export function triageCommands(accountAlerts: AccountAlerts): Command[] {
  const { data, ports } = accountAlerts
  const queue = alertQueue(accountAlerts)
  const { triage } = queue

  const strip = () => closingStrip('account', triage.row()?.ruleType, readBook(), triage.weightOf)
  const macroOf = (digit: number | null) => strip().find(({ key }) => key === String(digit)) ?? null
  const againstMacro = (digit: number | null) => {
    const macro = macroOf(digit)
    return macro ? macro.against : 'No macro has this key'
  }
  const goOn = () => triage.advance(true)
  const planOf = (c: Ctx, { use, note }: Closing): Plan => ({
    ...planStatus(meantBy(c, queue), {
      status: 'resolved',
      sar: use === 'account-sar' ? 1 : 0,
      noteOf: (row) => writeNote(note, row.ruleType, accountNoteFacts(row, ports.writing())),
      reason: note.reason,
      template: templateRef(note),
    }),
    again: againOf({ act: use, note }),
  })

  /** Opens the note of a macro to be written on before it is sent. */
  const edit = (digit: number | null): Effect | null => {
    const macro = macroOf(digit)
    const row = triage.row()
    if (!macro || !row) return null
    const { id: command, args } = commandOf(macro)
    const label = `${macro.title}: ${row.ruleName} on ${row.customerId}`
    return openNote(macro.note, accountNoteFacts(row, ports.writing()), { kind: 'account', command, args, label })
  }

  return [
    ...moveCommands({
      triage,
      list: queue.list,
      view: 'accountAlerts',
      noun: ['account alert', 'account alerts'],
      ids: {
        triage: 'accountAlert.triage',
        skip: 'accountAlert.skip',
        back: 'accountAlert.back',
        lookAgain: 'accountAlert.lookAgain',
        pin: 'accountAlert.pin',
        leave: 'accountAlert.leaveTriage',
      },
      async evidence() {
        const row = triage.row()
        if (!row) return []
        // without a connection there is what the row says
        const alert = await data.queries.ensureQueryData(accountAlertQueries.view(data.api, row)).catch(() => null)
        return [`${row.ruleName}: ${row.text}`, ...(alert?.triggerInfo.facts ?? []).map(factWords)]
      },
    }),
    defineCommand({
      id: 'accountAlert.along',
      title: 'Decide all that are alike along with it, or only this one',
      shortTitle: 'Alike along',
      group: 'Triage',
      keywords: ['group', 'look-alikes', 'same customer and rule'],
      when: inTriage,
      keys: ['x'],
      disabledReason: () => {
        const row = triage.row()
        return row && queue.alikeOf(row).length > 0 ? null : 'Nothing else is alike'
      },
      run: () => {
        const row = triage.row()
        const { along } = queue.front.getState()
        const ids = row && along.length === 0 ? queue.alikeOf(row).map(({ id }) => id) : []
        queue.front.setState({ along: ids })
        return { announce: ids.length > 0 ? `${countOf(ids.length, 'alert')} go along` : 'Only this one' }
      },
    }),
    defineCommand({
      id: 'accountAlert.macro',
      title: (c) => `Decide by macro ${c.digit ?? ''}`.trim(),
      shortTitle: 'Decide by macro',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['1..9'],
      disabledReason: (c) => (triage.isReadable() ? againstMacro(c.digit) : 'Not shown long enough yet'),
      plan: (c) => {
        const macro = macroOf(c.digit)
        return macro ? planOf(c, { use: macro.act as ClosingUse, note: macro.note }) : emptyPlan
      },
      run: goOn,
      otherwise: (c, _, plan) => (wantsWords(plan) === null ? null : edit(c.digit)),
    }),
    defineCommand({
      id: 'accountAlert.moreMacros',
      title: 'Decide by another template…',
      shortTitle: 'More templates…',
      group: 'Triage',
      keywords: ['macro', 'note'],
      when: all(inTriage, flag('hasCursor')),
      keys: ['0'],
      disabledReason: () => (triage.row() ? null : 'No alert is in front'),
      args: [
        defineArg<'choice', Closing>({
          name: 'choice',
          type: 'template',
          prompt: () => 'Decide by',
          source() {
            const types = [triage.row()?.ruleType].filter((type) => type !== undefined)
            return [...closings('account', types), ...closings('account-sar', types)]
          },
          create: (_, query) => {
            const made = typed(query)
            return made && { ...made, value: { use: 'account', note: made.value } }
          },
        }),
      ],
      plan: (c, { choice }) => planOf(c, choice),
      run: goOn,
      otherwise: (c, { choice: { use, note } }, plan) =>
        noteOfAlert(meantBy(c, queue), plan, note, {
          id: commandOf({ act: use }).id,
          verb: 'Resolve',
          writing: ports.writing,
        }),
    }),
    defineCommand({
      id: 'accountAlert.macroEdit',
      title: (c) => `Edit the note of macro ${c.digit ?? ''} first`.replace('  ', ' '),
      shortTitle: 'Edit a macro’s note first',
      group: 'Triage',
      hidden: true,
      when: inTriage,
      keys: ['e 1..9'],
      disabledReason: (c) => (c.digit === null ? null : againstMacro(c.digit)),
      run: (c) => void edit(c.digit),
    }),
  ]
}

const closings = (use: ClosingUse, types: readonly string[]): Option<Closing>[] =>
  closingNotes(use, types).map((option) => ({
    ...option,
    id: `${use} ${option.id}`,
    value: { use, note: option.value },
  }))
