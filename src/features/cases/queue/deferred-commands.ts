/** The commands of the queue that the first rows do not wait for: selecting by what rows have in common, keeping, copying. */
import { isOverdue, type CaseItem } from '#contract/model/cases/case.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, any, flag, inOverlay, inView, not, orInDrawer } from '#src/commands/dispatcher/when.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { targetsOf, type CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import { caseHref, customerHref } from '#src/features/cases/links.ts'
import { reviewCommands } from '#src/features/cases/review-commands.ts'
import { waitsForStr } from '#src/features/cases/progress.ts'
import { goTo } from '#src/features/go-to.ts'
import {
  keepOfflineCommand,
  lookCommands,
  quickFilterCommands,
  rowCommands,
  type Narrowing,
} from '#src/features/lists/public.ts'
import { stackCommands, type Stacks } from '#src/features/stacks/public.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { closeDrawer } from '#src/ui/overlay/drawer-store.ts'
import { outsideOf, type CaseFilter } from './filter.ts'
import { inQueue, onRow } from './queue-commands.ts'

// wanted with the first folded list, too
export { createFolding } from './folding.ts'

/** The maximum number of cases made available at once. */
const KEEP_MAX = 250

interface MoreDeps extends Pick<CaseDeps, 'queue' | 'isStuck'> {
  /** Reads cases whole into this device's cache; answers how many are there. */
  keep(ids: readonly string[], onProgress: (done: number) => void): Promise<number>
  narrowing: Narrowing<CaseFilter>
  stacks: Stacks<CaseItem>
  user: Pick<UserStore, 'get' | 'save'>
  /** All there are. */
  columns: () => readonly ListColumn<CaseItem>[]
}

/** The commands that sort the queue, select in it, and take its rows elsewhere. */
export function deferredQueueCommands({ queue, stacks, isStuck, keep, narrowing, user, columns }: MoreDeps): Command[] {
  const { store } = queue

  const copy = (id: Command['id'], key: string, title: string, textOf: (ids: readonly string[]) => string) =>
    defineCommand({
      id,
      title: (c) => `${title} of ${targetsOf(c, queue).label}`,
      shortTitle: title,
      group: 'View',
      keywords: 'clipboard, copy reference, number, ref, url, copy url, share, share link, permalink, address',
      when: any(onRow, inView('case')),
      keys: [key],
      gathers: true,
      run: (c) => {
        const { ids, label } = targetsOf(c, queue)
        copyText(c, textOf(ids), `Copied ${label}`)
      },
    })

  return [
    goTo({
      id: 'nav.cases',
      title: 'Transactions',
      path: 'cases/',
      leadsTo: 'queue',
      keys: ['g c'],
      keywords:
        'cases, queue, case queue, transaction alerts, alerts, inbox, home, worklist, work queue, dashboard of work, main, start, monitoring alerts, tm alerts, investigations',
    }),
    ...stackCommands({ area: 'queue', when: inQueue, view: queue, narrowing, stacks }),
    ...lookCommands({ area: 'queue', when: inQueue, view: queue, narrowing, list: 'cases', user, columns }),
    ...quickFilterCommands({ area: 'queue', noun: 'cases', when: inQueue, view: queue, narrowing }),
    defineCommand({
      id: 'queue.showOutside',
      title: 'Show matches of every status',
      shortTitle: 'Show matches of every status',
      group: 'View',
      keywords:
        'search, all statuses, no results, closed cases, old cases, resolved cases, everything, any status, archive',
      when: all(inQueue, not(flag('hasCursor'))),
      keys: ['enter'],
      disabledReason: () => (outsideOf(store.getState().filter) ? null : 'The status filter hides no match'),
      run: (c) => {
        const { platform, filter } = store.getState()
        const outside = outsideOf(filter)
        if (outside) c.ports.navigate(narrowing.hrefOf(platform, outside))
      },
    }),
    defineCommand({
      id: 'queue.similar',
      title: 'Similar transactions',
      group: 'Navigate',
      keywords:
        'related transactions, related, same customer, linked, precedent, alike, history, previous transactions, earlier, comparable, duplicates, like this, connected, prior cases, link analysis',
      when: onRow,
      keys: ['d'],
      run: (c) => {
        const [id] = targetsOf(c, queue).ids
        if (id) c.ports.navigate(`${caseHref(store.getState().platform, id)}?tab=similar`)
      },
    }),
    defineCommand({
      id: 'queue.customer',
      title: 'Open the customer',
      group: 'Customer',
      keywords:
        'client, profile, open profile, customer profile, kyc, account, who is this, subject, account holder, customer details, client details, cdd, entity, person, view customer, 360',
      when: any(orInDrawer(inView('case')), all(inOverlay('none'), any(onRow, all(inView('queue'), flag('triage'))))),
      keys: ['u'],
      run: (c) => {
        const { ids, rowOf } = targetsOf(c, queue)
        const row = rowOf(ids[0] ?? '')
        if (!row) return
        closeDrawer()
        c.ports.navigate(customerHref(row.platform, row.customerId))
      },
    }),
    ...pickCommands({ queue, isStuck }),
    ...reviewCommands({ queue, narrowing }),
    keepOfflineCommand({
      id: 'case.keepOffline',
      when: any(onRow, inView('case')),
      noun: 'case',
      labelOf: (c) => targetsOf(c, queue).label,
      idsOf: (c) => targetsOf(c, queue).ids,
      most: KEEP_MAX,
      keep,
    }),
    copy('case.copyId', 'y', 'Copy id', (ids) => ids.join('\n')),
    copy('case.copyLink', 'shift+y', 'Copy link', (ids) =>
      ids.map((id) => new URL(caseHref(store.getState().platform, id), location.href).href).join('\n'),
    ),
  ]
}

/** The commands that go to rows, or select them. */
function pickCommands({ queue, isStuck }: Pick<MoreDeps, 'queue' | 'isStuck'>): Command[] {
  const { attention, selectBy } = rowCommands({ area: 'queue', view: queue, when: inQueue, onRow })
  return [
    ...attention({
      words: 'case that is overdue, stopped or waits for the STR decision',
      keywords: 'hard stop, STR decision, next urgent, urgent, priority, most urgent, attention, jump',
      needs: (row, now) => row.activeHardStop > 0 || isOverdue(row, now) || waitsForStr(row),
    }),
    selectBy(
      'queue.selectOverdue',
      'o',
      'Select the overdue rows',
      'mark overdue, late, breached, select late, past due',
      (row, _, now) => isOverdue(row, now),
    ),
    selectBy(
      'queue.selectDecided',
      'd',
      'Select the rows awaiting the STR decision',
      'ready, complete, waiting for decision, decided, str decision, to conclude',
      (row) => waitsForStr(row),
    ),
    selectBy('queue.selectStuck', 'q', 'Select rejected', 'conflicts, failed, not sent, errors, not saved', (row) =>
      isStuck(row.id),
    ),
    selectBy(
      'queue.selectStopped',
      'h',
      'Select hard stops',
      'hard stops, blocked, held payments, interdicted, critical',
      (row) => row.activeHardStop > 0,
    ),
    selectBy(
      'queue.selectCustomer',
      'c',
      'Select the same customer',
      'same client, all of this customer, mark customer, same person',
      (row, cursor) => row.customerId === cursor?.customerId,
    ),
    selectBy(
      'queue.selectRule',
      'r',
      'Select the same rule',
      'same scenario, all of this rule, mark rule, same alert type',
      (row, cursor) => row.alerts.some((alert) => cursor?.alerts.some((other) => other.ruleId === alert.ruleId)),
    ),
  ]
}
