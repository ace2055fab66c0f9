/** The commands of the queue that write nothing: opening, looking, selecting by what rows have in common, copying. */
import { isOverdue, type CaseItem } from '#contract/model/case.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inOverlay, inView, not, orInDrawer } from '#src/commands/when.ts'
import { frameCommands } from '#src/features/lists/public.ts'
import { closeDrawer } from '#src/ui/drawer-store.ts'
import { targetsOf, type CaseDeps } from './case-deps.ts'
import { formatCount } from '#src/format/count.ts'
import { caseHref, customerHref } from './links.ts'

/** The queue is in front, and not triage over it. */
export const inQueue = all(inView('queue'), not(flag('triage')))
const onRow = all(inQueue, flag('hasCursor'))

/** So many cases can be made available at once. */
const KEEP_MAX = 250

interface QueueDeps extends Pick<CaseDeps, 'queue' | 'isStuck'> {
  /** Reads cases whole into this device's cache; answers how many are there. */
  keep(ids: readonly string[], onProgress: (done: number) => void): Promise<number>
}

/** The commands that move around the queue and select in it. */
export function queueCommands({ queue, isStuck, keep }: QueueDeps): Command[] {
  const { list, store } = queue
  const rowAtCursor = () => queue.rowOf(list.cursor.getState().id ?? '')

  /** The next loaded row from the cursor that fits, in a direction. */
  const seek = (direction: 1 | -1, fits: (row: CaseItem) => boolean): number => {
    const { order } = list.order.getState()
    for (let index = list.cursor.getState().index + direction; index >= 0 && index < order.total; index += direction) {
      const row = queue.rowOf(order.idAt(index) ?? '')
      if (row && fits(row)) return index
    }
    return -1
  }

  const needsAttention = (c: Ctx) => (row: CaseItem) => row.activeHardStop > 0 || isOverdue(row, c.ports.now())

  const attention = (direction: 1 | -1) =>
    defineCommand({
      id: direction === 1 ? 'queue.nextAttention' : 'queue.previousAttention',
      title: direction === 1 ? 'Next case that is overdue or stopped' : 'Previous case that is overdue or stopped',
      shortTitle: direction === 1 ? 'Next needing attention' : 'Previous needing attention',
      group: 'Navigate',
      keywords: ['overdue', 'hard stop'],
      when: onRow,
      keys: [direction === 1 ? 'n' : 'shift+n'],
      repeat: 'allow',
      run: (c) => {
        const index = seek(direction, needsAttention(c))
        if (index < 0) return { announce: 'None further needs attention' }
        list.moveTo(index)
        return undefined
      },
    })

  /** Selects the loaded rows that have something in common. */
  const selectBy = (
    id: Command['id'],
    key: string,
    title: string,
    fits: (row: CaseItem, cursor: CaseItem | undefined, now: number) => boolean,
  ) =>
    defineCommand({
      id,
      title,
      group: 'Select',
      when: inQueue,
      keys: [`* ${key}`, `f8 ${key}`],
      run: (c) => {
        const { order } = list.order.getState()
        const cursor = rowAtCursor()
        const ids: string[] = []
        for (let index = 0; index < order.total; index++) {
          const row = queue.rowOf(order.idAt(index) ?? '')
          if (row && fits(row, cursor, c.ports.now())) ids.push(row.id)
        }
        list.select(ids)
        return { announce: `${formatCount(ids.length)} selected` }
      },
    })

  const copy = (id: Command['id'], key: string, title: string, textOf: (ids: readonly string[]) => string) =>
    defineCommand({
      id,
      title: (c) => `${title} of ${targetsOf(c, queue).label}`,
      shortTitle: title,
      group: 'View',
      keywords: ['clipboard'],
      when: any(onRow, inView('case')),
      keys: [key],
      gathers: true,
      run: (c) => {
        const { ids, label } = targetsOf(c, queue)
        navigator.clipboard.writeText(textOf(ids)).then(
          () => c.actions.say(`Copied ${label}`),
          () => c.actions.say('The browser did not let the text be copied'),
        )
      },
    })

  return [
    defineCommand({
      id: 'queue.open',
      title: (c) => `Open ${targetsOf(c, queue).ids[0] ?? 'the case'}`,
      shortTitle: 'Open',
      group: 'Navigate',
      when: onRow,
      keys: ['enter', 'o'],
      run: (c) => {
        const { id } = list.cursor.getState()
        if (id) c.ports.navigate(caseHref(store.getState().platform, id))
      },
    }),
    ...frameCommands({ area: 'queue', when: inQueue, view: queue, showNew: 'Show what has newly arrived' }),
    attention(1),
    attention(-1),
    defineCommand({
      id: 'queue.similar',
      title: 'Similar transactions',
      group: 'Navigate',
      when: onRow,
      keys: ['d'],
      run: (c) => {
        const { id } = list.cursor.getState()
        if (id) c.ports.navigate(`${caseHref(store.getState().platform, id)}?tab=similar`)
      },
    }),
    defineCommand({
      id: 'queue.customer',
      title: 'Open the customer',
      group: 'Customer',
      keywords: ['client', 'profile'],
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
    selectBy('queue.selectOverdue', 'o', 'Select what is overdue', (row, _, now) => isOverdue(row, now)),
    selectBy('queue.selectStuck', 'q', 'Select what was not taken', (row) => isStuck(row.id)),
    selectBy('queue.selectStopped', 'h', 'Select hard stops', (row) => row.activeHardStop > 0),
    selectBy(
      'queue.selectCustomer',
      'c',
      'Select the same customer',
      (row, cursor) => row.customerId === cursor?.customerId,
    ),
    selectBy('queue.selectRule', 'r', 'Select the same rule', (row, cursor) =>
      row.alerts.some((alert) => cursor?.alerts.some((other) => other.ruleId === alert.ruleId)),
    ),
    defineCommand({
      id: 'case.keepOffline',
      title: (c) => `Make ${targetsOf(c, queue).label} available offline`,
      shortTitle: 'Make available offline',
      group: 'View',
      keywords: ['offline', 'download', 'prefetch', 'keep'],
      when: any(onRow, inView('case')),
      keys: ['shift+o'],
      gathers: true,
      offline: 'block',
      run: (c) => {
        const ids = targetsOf(c, queue).ids.slice(0, KEEP_MAX)
        const say = (done: number) => c.actions.say(`Reading ${done} of ${ids.length}`)
        say(0)
        keep(ids, say).then(
          (kept) => c.actions.say(kept === 1 ? '1 case is available offline' : `${kept} cases are available offline`),
          () => c.actions.say('Not all could be read'),
        )
      },
    }),
    copy('case.copyId', 'y', 'Copy id', (ids) => ids.join('\n')),
    copy('case.copyLink', 'shift+y', 'Copy link', (ids) =>
      ids.map((id) => new URL(caseHref(store.getState().platform, id), location.href).href).join('\n'),
    ),
  ]
}
