/** Lazily loaded queries: a text search over all kinds, rows by id, a folded list. */
import type { ReplicaRow } from '#contract/calls/sync.ts'
import type { Found } from './chunk.ts'
import type { Tables } from './kinds.ts'
import type { ReplicaHits } from './replica.ts'
import { anything, type Condition } from './shape.ts'
import { fold } from './stacks.ts'
import type { ReplicaTable } from './table.ts'

interface Asked {
  /** Lower-cased. */
  term: string
  limit: number
  now: number
}

/** The minimum number of digits for the beginning of an alert's id. */
const ALERT_ID = /^\d{4,18}$/

/** The newest rows of each kind whose text has a term in it. */
export function search(tables: Tables, asked: Asked): ReplicaHits {
  const { term, limit, now } = asked
  const condition: Condition = { ...anything, text: { term, lines: null } }
  const find = <Row>(table: ReplicaTable<Row, never>) => table.page(table.select(condition), 0, limit, now)
  const { case: ofCases, accountAlert: ofAlerts } = tables
  return {
    cases: find(ofCases as unknown as ReplicaTable<ReplicaRow<'case'>, never>),
    ofAlert: ALERT_ID.test(term) ? withAlert(tables, asked) : [],
    accountAlerts: find(ofAlerts as unknown as ReplicaTable<ReplicaRow<'accountAlert'>, never>),
  }
}

function withAlert({ case: table }: Tables, { term: start, limit, now }: Asked): ReplicaRow<'case'>[] {
  // as every list in a packed row begins
  const found = table.select({ ...anything, packed: `["${start}` })
  const rows: ReplicaRow<'case'>[] = []
  for (let from = 0; from < found.length && rows.length < limit; from += limit) {
    const page = table.page(found, from, from + limit, now)
    rows.push(...page.filter(({ alerts }) => alerts.some(({ id }) => id.startsWith(start))))
  }
  return rows.slice(0, limit)
}

/** The held rows of these ids; without ids the similar ones of all matches. */
export const beyondPage = <Row>(
  table: ReplicaTable<Row, never>,
  found: Found,
  ids: readonly string[] | undefined,
  now: number,
) => (ids ? { items: ids.flatMap((id) => table.rowOf(id, now) ?? []) } : { fold: fold(table, found) })
