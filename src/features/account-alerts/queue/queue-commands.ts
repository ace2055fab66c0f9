/** The commands of the queue that write nothing: opening, looking, ordering, selecting what is similar, copying. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOverdue } from '#contract/model/cases/case.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, any, flag, inOverlay, inView, orInDrawer } from '#src/commands/dispatcher/when.ts'
import type { AccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { customerHref } from '#src/features/cases/public.ts'
import {
  filterCommands,
  frameCommands,
  keepOfflineCommand,
  lookCommands,
  quickFilterCommands,
  rowCommands,
} from '#src/features/lists/public.ts'
import { stackCommands } from '#src/features/stacks/public.ts'
import { closeDrawer, openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { alertColumns } from './columns.tsx'
import { alertQueue } from './queue.ts'
import { inQueue, targetAlerts, onRow } from './targets.ts'

/** The maximum number of alerts made available at once. */
const KEEP_MAX = 250

/** The commands that move around the queue and select in it. */
export function queueCommands(accountAlerts: AccountAlerts): Command[] {
  const acts = queueActs(accountAlerts)
  return [...rowCommandsOf(acts), ...pickCommandsOf(acts), ...deviceCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function queueActs(accountAlerts: AccountAlerts) {
  const queue = alertQueue(accountAlerts)
  const { list, store, narrowing } = queue
  const { isStuck } = accountAlerts.ports
  const { attention, selectBy } = rowCommands({ area: 'accountAlert', view: queue, when: inQueue, onRow })

  const copy = (id: Command['id'], key: string, title: string, textOf: (row: AccountAlertItem) => string) =>
    defineCommand({
      id,
      title: (c) => `${title} of ${targetAlerts(c, queue).label}`,
      shortTitle: title,
      group: 'View',
      keywords: 'clipboard, copy reference, number, ref, url, copy url, share, share link, permalink, address',
      when: onRow,
      keys: [key],
      gathers: true,
      run: (c) => {
        const { ids, rowOf, label } = targetAlerts(c, queue)
        const rows = ids.flatMap((one) => rowOf(one) ?? [])
        copyText(c, rows.map(textOf).join('\n'), `Copied: ${label}`)
      },
    })

  return { accountAlerts, queue, list, store, narrowing, isStuck, attention, selectBy, copy }
}
type QueueActs = ReturnType<typeof queueActs>

function rowCommandsOf({ accountAlerts, queue, list, store, narrowing }: QueueActs): Command[] {
  return [
    defineCommand({
      id: 'accountAlert.inspect',
      title: 'Why the alert fired, its notes and files',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords:
        'open alert, facts, criteria, trigger, why, why did it fire, details, explain, reason, evidence, view alert',
      // among a customer's rows this is what opening one does
      when: all(inView('accountAlerts'), flag('hasCursor')),
      keys: ['enter', 'o'],
      run: (c) => {
        const { ids, rowOf } = targetAlerts(c, queue)
        const { id } = list.cursor.getState()
        // among rows that are folded Enter opens the stack in place
        if (id !== null && queue.stacks.source()?.stackOf(id)) return queue.stacks.source()?.toggle(id)
        const row = rowOf(ids[0] ?? '')
        if (row) openDrawer('account alert', row)
        return undefined
      },
    }),
    defineCommand({
      id: 'accountAlert.customer',
      title: 'Open the customer',
      group: 'Customer',
      keywords: 'client, profile, open profile, kyc, account, customer profile, who is this, subject, 360, cdd',
      when: any(orInDrawer(onRow), all(inView('accountAlerts'), flag('triage'), inOverlay('none'))),
      keys: ['u'],
      run: (c) => {
        const { ids, rowOf } = targetAlerts(c, queue)
        const row = rowOf(ids[0] ?? '')
        if (!row) return
        closeDrawer()
        c.ports.navigate(customerHref(row.platform, row.customerId))
      },
    }),
    ...frameCommands({ area: 'accountAlert', when: inQueue, view: queue, showNew: 'Show new arrivals' }),
    defineCommand({
      id: 'accountAlert.group',
      title: 'Group by customer and rule, or not',
      shortTitle: 'Group',
      group: 'View',
      keywords: 'sort, order, group, look-alikes, cluster, group by customer, group by rule, bundle, categorise',
      when: inQueue,
      keys: ['shift+l'],
      run: (c) => {
        const { platform, filter } = store.getState()
        // another order is another address, so that Back leads to the one before
        const sort = filter.sort === 'group' ? 'newest' : 'group'
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, sort }))
      },
    }),
    ...lookCommands({
      area: 'accountAlert',
      when: inQueue,
      view: queue,
      narrowing,
      list: 'accountAlerts',
      user: accountAlerts.data.user,
      columns: () => alertColumns(0),
    }),
    ...stackCommands({ area: 'accountAlert', when: inQueue, view: queue, narrowing, stacks: queue.stacks }),
  ]
}

/** The commands that go to rows, or select them. */
function pickCommandsOf({ queue, list, isStuck, attention, selectBy }: QueueActs): Command[] {
  return [
    ...attention({
      words: 'alert that is overdue or stopped',
      keywords: 'hard stop, next urgent, urgent, priority, most urgent, attention, jump',
      needs: (row, now) => row.alertLevel === 'hardstop' || isOverdue(row, now),
    }),
    selectBy(
      'accountAlert.selectOverdue',
      'o',
      'Select the overdue rows',
      'mark overdue, late, breached, select late, past due',
      (row, _, now) => isOverdue(row, now),
    ),
    selectBy(
      'accountAlert.selectStuck',
      'q',
      'Select rejected',
      'conflicts, failed, not sent, errors, not saved',
      (row) => isStuck(row.id),
    ),
    selectBy(
      'accountAlert.selectStopped',
      'h',
      'Select hard stops',
      'hard stops, blocked, interdicted, critical',
      (row) => row.alertLevel === 'hardstop',
    ),
    selectBy(
      'accountAlert.selectCustomer',
      'c',
      'Select the same customer',
      'same client, all of this customer, same person',
      (row, at) => row.customerId === at?.customerId,
    ),
    selectBy(
      'accountAlert.selectRule',
      'r',
      'Select the same rule',
      'same scenario, all of this rule, same alert type',
      (row, at) => row.ruleId === at?.ruleId,
    ),
    defineCommand({
      id: 'accountAlert.selectSimilar',
      formerId: 'accountAlert.selectAlike',
      title: 'Select all similar alerts: same customer and rule',
      shortTitle: 'Select similar',
      group: 'Select',
      keywords: 'group, look-alikes, similar, same customer and rule, mark similar, duplicates',
      when: onRow,
      keys: ['* g', 'f8 g'],
      run: (c) => {
        const row = queue.rowOf(list.cursor.getState().id ?? '')
        if (!row) return
        const take = (similar: readonly AccountAlertItem[]) => list.select([row.id, ...similar.map(({ id }) => id)])
        take(queue.similarTo(row))
        // those that the list has not loaded come a moment later
        void queue.loadSimilar(row).then((similar) => {
          if (!list.isSelected(row.id)) return
          take(similar)
          c.actions.say(similar.length === 0 ? 'No similar alerts' : `${similar.length + 1} similar selected`)
        })
      },
    }),
  ]
}

function deviceCommands({ queue, narrowing, copy }: QueueActs): Command[] {
  return [
    keepOfflineCommand({
      id: 'accountAlert.keepOffline',
      when: onRow,
      noun: 'alert',
      labelOf: (c) => targetAlerts(c, queue).label,
      idsOf: (c) => targetAlerts(c, queue).ids,
      most: KEEP_MAX,
      keep: async (ids, say) => (await queue.pack()).keep(ids, say),
    }),
    copy('accountAlert.copyId', 'y', 'Copy id', ({ id }) => id),
    copy(
      'accountAlert.copyLink',
      'shift+y',
      'Copy link',
      ({ platform, customerId }) => new URL(`${customerHref(platform, customerId)}?section=alerts`, location.href).href,
    ),
    ...quickFilterCommands({ area: 'accountAlert', noun: 'alerts', when: inQueue, view: queue, narrowing }),
    ...filterCommands({
      area: 'accountAlert',
      when: inQueue,
      place: 'the queue of account alerts',
      view: queue,
      narrowing,
    }),
  ]
}
