/** The commands of the queue that write nothing: opening, looking, ordering, selecting what is alike, copying. */
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView, orInDrawer } from '#src/commands/when.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { filterCommands, frameCommands } from '#src/features/lists/public.ts'
import { closeDrawer, openDrawer } from '#src/ui/drawer-store.ts'
import type { AccountAlerts } from './account-alerts.ts'
import type { AlertFilter } from './filter.ts'
import { alertQueue } from './queue.ts'
import { formatCount } from '#src/format/count.ts'
import { inQueue, meantBy, onRow } from './targets.ts'

/** So many alerts can be made available at once. */
const KEEP_MAX = 250

/** The commands that move around the queue and select in it. */
export function queueCommands(accountAlerts: AccountAlerts): Command[] {
  const queue = alertQueue(accountAlerts)
  const { list, store, narrowing } = queue
  const { isStuck } = accountAlerts.ports
  const atCursor = () => queue.rowOf(list.cursor.getState().id ?? '')
  const needsAttention = (row: AccountAlertItem) => row.alertLevel === 'hardstop' || row.isDay

  const attention = (direction: 1 | -1) =>
    defineCommand({
      id: direction === 1 ? 'accountAlert.nextAttention' : 'accountAlert.previousAttention',
      title: `${direction === 1 ? 'Next' : 'Previous'} alert that is overdue or stopped`,
      shortTitle: direction === 1 ? 'Next needing attention' : 'Previous needing attention',
      group: 'Navigate',
      keywords: ['overdue', 'hard stop'],
      when: onRow,
      keys: [direction === 1 ? 'n' : 'shift+n'],
      repeat: 'allow',
      run: () => {
        const { order } = list.order.getState()
        const from = list.cursor.getState().index
        for (let index = from + direction; index >= 0 && index < order.total; index += direction) {
          const row = queue.rowOf(order.idAt(index) ?? '')
          if (row && needsAttention(row)) {
            list.moveTo(index)
            return
          }
        }
        return { announce: 'None further needs attention' }
      },
    })

  /** Selects the loaded rows that have something in common. */
  const selectBy = (
    id: Command['id'],
    key: string,
    title: string,
    fits: (row: AccountAlertItem, cursor: AccountAlertItem | undefined) => boolean,
  ) =>
    defineCommand({
      id,
      title,
      group: 'Select',
      when: inQueue,
      keys: [`* ${key}`, `f8 ${key}`],
      run: () => {
        const { order } = list.order.getState()
        const cursor = atCursor()
        const rows = Array.from({ length: order.total }, (_, index) => queue.rowOf(order.idAt(index) ?? ''))
        const ids = rows.flatMap((row) => (row && fits(row, cursor) ? [row.id] : []))
        list.select(ids)
        return { announce: `${formatCount(ids.length)} selected` }
      },
    })

  const copy = (id: Command['id'], key: string, title: string, textOf: (row: AccountAlertItem) => string) =>
    defineCommand({
      id,
      title: (c) => `${title} of ${meantBy(c, queue).label}`,
      shortTitle: title,
      group: 'View',
      keywords: ['clipboard'],
      when: onRow,
      keys: [key],
      gathers: true,
      run: (c) => {
        const { ids, rowOf, label } = meantBy(c, queue)
        const rows = ids.flatMap((one) => rowOf(one) ?? [])
        navigator.clipboard.writeText(rows.map(textOf).join('\n')).then(
          () => c.actions.say(`Copied: ${label}`),
          () => c.actions.say('The browser did not let the text be copied'),
        )
      },
    })

  /** Another order is another address, so that Back leads to the one before. */
  const order = (
    id: Command['id'],
    title: string,
    shortTitle: string,
    key: string,
    next: (now: AlertFilter['sort']) => AlertFilter['sort'],
  ) =>
    defineCommand({
      id,
      title,
      shortTitle,
      group: 'View',
      keywords: ['sort', 'order', 'group', 'look-alikes'],
      when: inQueue,
      keys: [key],
      run: (c) => {
        const { platform, filter } = store.getState()
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, sort: next(filter.sort) }))
      },
    })

  return [
    defineCommand({
      id: 'accountAlert.inspect',
      title: 'Why the alert fired, its notes and files',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: ['open', 'facts', 'criteria', 'trigger'],
      // among a customer's rows this is what opening one does
      when: all(inView('accountAlerts'), flag('hasCursor')),
      keys: ['enter', 'o'],
      run: (c) => {
        const { ids, rowOf } = meantBy(c, queue)
        const row = rowOf(ids[0] ?? '')
        if (row) openDrawer('account alert', row)
      },
    }),
    defineCommand({
      id: 'accountAlert.customer',
      title: 'Open the customer',
      group: 'Customer',
      keywords: ['client', 'profile'],
      when: any(orInDrawer(onRow), all(inView('accountAlerts'), flag('triage'), inOverlay('none'))),
      keys: ['u'],
      run: (c) => {
        const { ids, rowOf } = meantBy(c, queue)
        const row = rowOf(ids[0] ?? '')
        if (!row) return
        closeDrawer()
        c.ports.navigate(customerHref(row.platform, row.customerId))
      },
    }),
    ...frameCommands({ area: 'accountAlert', when: inQueue, view: queue, showNew: 'Show what has newly arrived' }),
    order('accountAlert.group', 'Group by customer and rule, or not', 'Group', 'shift+l', (now) =>
      now === 'group' ? 'newest' : 'group',
    ),
    order('accountAlert.sort', 'Oldest first, or newest first', 'Oldest or newest first', 'shift+s', (now) =>
      now === 'oldest' ? 'newest' : 'oldest',
    ),
    attention(1),
    attention(-1),
    selectBy('accountAlert.selectOverdue', 'o', 'Select what is overdue', (row) => row.isDay),
    selectBy('accountAlert.selectStuck', 'q', 'Select what was not taken', (row) => isStuck(row.id)),
    selectBy('accountAlert.selectStopped', 'h', 'Select hard stops', (row) => row.alertLevel === 'hardstop'),
    selectBy(
      'accountAlert.selectCustomer',
      'c',
      'Select the same customer',
      (row, at) => row.customerId === at?.customerId,
    ),
    selectBy('accountAlert.selectRule', 'r', 'Select the same rule', (row, at) => row.ruleId === at?.ruleId),
    defineCommand({
      id: 'accountAlert.selectAlike',
      title: 'Select all that are alike: the same customer and rule',
      shortTitle: 'Select alike',
      group: 'Select',
      keywords: ['group', 'look-alikes', 'similar'],
      when: onRow,
      keys: ['* g', 'f8 g'],
      run: (c) => {
        const row = atCursor()
        if (!row) return
        const take = (alike: readonly AccountAlertItem[]) => list.select([row.id, ...alike.map(({ id }) => id)])
        take(queue.alikeOf(row))
        // those that the list has not loaded come a moment later
        void queue.loadAlike(row).then((alike) => {
          if (!list.isSelected(row.id)) return
          take(alike)
          c.actions.say(alike.length === 0 ? 'Nothing else is alike' : `${alike.length + 1} alike selected`)
        })
      },
    }),
    defineCommand({
      id: 'accountAlert.keepOffline',
      title: (c) => `Make ${meantBy(c, queue).label} available offline`,
      shortTitle: 'Make available offline',
      group: 'View',
      keywords: ['offline', 'download', 'prefetch', 'keep'],
      when: onRow,
      keys: ['shift+o'],
      gathers: true,
      offline: 'block',
      run: (c) => {
        const ids = meantBy(c, queue).ids.slice(0, KEEP_MAX)
        const say = (done: number) => c.actions.say(`Reading ${done} of ${ids.length}`)
        say(0)
        queue
          .pack()
          .then((pack) => pack.keep(ids, say))
          .then(
            (kept) =>
              c.actions.say(kept === 1 ? '1 alert is available offline' : `${kept} alerts are available offline`),
            () => c.actions.say('Not all could be read'),
          )
      },
    }),
    copy('accountAlert.copyId', 'y', 'Copy id', ({ id }) => id),
    copy(
      'accountAlert.copyLink',
      'shift+y',
      'Copy link',
      ({ platform, customerId }) => new URL(`${customerHref(platform, customerId)}?section=alerts`, location.href).href,
    ),
    ...filterCommands({
      area: 'accountAlert',
      when: inQueue,
      place: 'the queue of account alerts',
      view: queue,
      narrowing,
    }),
  ]
}
