/** Cases by id or by the name of a party, among the rows this window has loaded. */
import type { Hit } from '#src/commands/ports.ts'
import { caseHref } from './links.ts'
import type { Queue } from './queue.ts'

const MOST = 50

/** In the order of the queue. */
export function findCases(queue: Queue, query: string): Hit[] {
  const wanted = query.trim().toLowerCase()
  const { platform } = queue.store.getState()
  const { order } = queue.list.order.getState()
  const hits: Hit[] = []
  for (let index = 0; wanted !== '' && index < order.total && hits.length < MOST; index++) {
    const row = queue.rowOf(order.idAt(index) ?? '')
    if (!row) continue
    const { clientName, counterpartyName } = row.data
    if (![row.id, clientName, counterpartyName].some((text) => text.toLowerCase().includes(wanted))) continue
    const detail = `${clientName} and ${counterpartyName}`
    hits.push({ kind: 'case', id: row.id, title: row.id, detail, href: caseHref(platform, row.id) })
  }
  return hits
}
