/** Going through the queue of cases by keyboard; what decides is in decide-commands.ts. */
import type { Alert } from '#contract/model/cases/alert.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { caseHref, type CaseDeps } from '#src/features/cases/public.ts'
import { whenLoaded } from '#src/features/lists/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { currentAlertOf } from './current-alert.ts'
import { moveCommands } from './move-commands.ts'
import { factText } from './pins.ts'
import type { Triage } from './triage.ts'

/** The commands of triage over cases that decide nothing. */
export function triageCommands(
  { queue }: Pick<CaseDeps, 'queue'>,
  triage: Triage<CaseItem>,
  alertsOf: (caseId: string) => Promise<{ items: readonly Pick<Alert, 'id' | 'triggerInfo'>[] }>,
): Command[] {
  /** The evidence on the current alert that can be pinned: the row's fields, then the rule's measurements. */
  const evidence = async (): Promise<readonly string[]> => {
    const seen = currentAlertOf(triage)
    if (!seen) return []
    const { row, alert } = seen
    // offline only the row's data are available
    const { items } = await alertsOf(row.id).catch(() => ({ items: [] }))
    const facts = items.find(({ id }) => id === alert.id)?.triggerInfo.facts ?? []
    return [`${alert.ruleName}: ${alert.text}`, ...facts.map(factText)]
  }

  return [
    ...moveCommands({
      triage,
      list: queue.list,
      loading: () => whenLoaded(queue),
      view: 'queue',
      expand: (ids) => queue.stacks?.expand(ids) ?? ids,
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
      id: 'alert.similar',
      title: 'Similar cases',
      group: 'Navigate',
      keywords:
        'precedent, precedents, alike, same, related, history, previous decisions, past cases, comparable, prior alerts, earlier alerts, related transactions, similar alerts',
      when: all(inView('queue'), flag('triage')),
      keys: ['d'],
      disabledReason: () => (triage.row() ? null : 'No alert is shown'),
      run: () => {
        const row = triage.row()
        if (row) openDrawer('similar cases', { label: `Similar to ${row.id}`, caseId: row.id, platform: row.platform })
      },
    }),
    defineCommand({
      id: 'alert.openCase',
      title: 'Open the case of this alert',
      shortTitle: 'Open case',
      group: 'Navigate',
      keywords: 'details, full case, whole case, view case, go to case, investigate',
      when: all(inView('queue'), flag('triage')),
      // not Enter: pressed a moment too late for a question, it would leave triage
      keys: ['o'],
      run: (c) => {
        const row = triage.row()
        if (row) c.ports.navigate(caseHref(row.platform, row.id))
      },
    }),
  ]
}
