/** Triage of account alerts: one key per decision, including similar ones on request. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { planStatus } from '#src/features/account-alerts/queue/plans.ts'
import { alertQueue } from '#src/features/account-alerts/queue/queue.ts'
import { whenLoaded } from '#src/features/lists/public.ts'
import { aboutAccountAlert, readTemplates, templateRef, writeNote } from '#src/features/templates/public.ts'
import { closingStrip, factText, macroCommands, moveCommands } from '#src/features/triage/public.ts'
import { countOf } from '#src/format/count.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { accountAlertActs } from './acts.ts'
import { accountAlertQueries } from './queries.ts'

const inTriage = all(inView('accountAlerts'), flag('triage'))

/** The commands of triage over the queue. */
export function triageCommands(accountAlerts: AccountAlerts): Command[] {
  const { data, ports } = accountAlerts
  const queue = alertQueue(accountAlerts)
  const { triage } = queue
  const { deciding, reads } = accountAlertActs(accountAlerts)

  return [
    ...moveCommands({
      triage,
      list: queue.list,
      loading: () => whenLoaded(queue),
      view: 'accountAlerts',
      expand: queue.stacks.expand,
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
        // offline only the row's data are available
        const alert = await data.queries.ensureQueryData(accountAlertQueries.view(data.api, row)).catch(() => null)
        return [`${row.ruleName}: ${row.text}`, ...(alert?.triggerInfo.facts ?? []).map(factText)]
      },
    }),
    defineCommand({
      id: 'accountAlert.includeSimilar',
      formerId: 'accountAlert.along',
      title: 'Include similar alerts in the decision, or only this one',
      shortTitle: 'Include similar',
      group: 'Triage',
      keywords: 'group, look-alikes, same customer and rule, similar too, decide together, bundle',
      when: inTriage,
      keys: ['x'],
      disabledReason: () => {
        const row = triage.row()
        return row && queue.similarTo(row).length > 0 ? null : 'No similar alerts'
      },
      run: () => {
        const row = triage.row()
        const { included } = queue.front.getState()
        const ids = row && included.length === 0 ? queue.similarTo(row).map(({ id }) => id) : []
        queue.front.setState({ included: ids })
        return { announce: ids.length > 0 ? `${countOf(ids.length, 'alert')} included` : 'Only this one' }
      },
    }),
    ...macroCommands({
      triage,
      view: 'accountAlerts',
      kind: 'account',
      ids: { macro: 'accountAlert.macro', more: 'accountAlert.moreMacros', edit: 'accountAlert.macroEdit' },
      strip: () => closingStrip('account', triage.row()?.ruleType, readTemplates(), triage.weightOf),
      alert: () => triage.row() ?? null,
      about() {
        const row = triage.row()
        return row
          ? { note: aboutAccountAlert(row, ports.writing()), label: `${row.ruleName} on ${row.customerId}` }
          : null
      },
      plan(c, { act, note }) {
        const targets = deciding(c)
        return planStatus(targets, {
          status: 'resolved',
          sar: act === 'account-sar' ? 1 : 0,
          noteOf: (row) => writeNote(note, row.ruleType, aboutAccountAlert(row, ports.writing())),
          reason: note.reason,
          template: templateRef(note),
        })
      },
      reads,
      goOn: () => triage.advance(true),
    }),
  ]
}
