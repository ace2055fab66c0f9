/** All hits of a platform: the queue of those who review them. */
import { sql, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { screening } from '#contract/calls/screening.ts'
import { foldText } from '#contract/fold-text.ts'
import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import { countRows, readPage, type Order, type PageAt } from '#server/store/pages.ts'
import { containing, type Db } from '#server/store/sql.ts'
import { selectHits, toMatch } from './hits.ts'

type HitFilter = Omit<Parsed<typeof screening.hits>['query'], 'page' | 'pageSize' | 'platform'>

function matching(db: Db, platform: string, filter: HitFilter) {
  const { outcome = 'potential_match', party, list, search } = filter
  let query = db.selectFrom('sanctions_hit as h').where('h.platform', '=', platform).where('h.outcome', '=', outcome)
  if (party) query = query.where('h.party', '=', party)
  if (list) query = query.where('h.list', '=', list)
  const term = foldText(search ?? '')
  if (term) query = query.where(sql<SqlBool>`h.search like ${containing(term)}`)
  return query
}

/** The likeliest first. Four bytes are kept of a score: as a numeric it compares with itself as text. */
const ORDER: Order = { by: sql`h.score::numeric`, type: 'numeric', id: 'h.id' }

/** One page. */
export async function listHits(
  db: Db,
  platform: string,
  filter: HitFilter,
  at: Omit<PageAt, 'list'>,
): Promise<{ items: SanctionsHit[]; total: number; capped: boolean }> {
  const rows = matching(db, platform, filter)
  const [found, count] = await Promise.all([
    readPage(db, { ...at, list: { name: 'sanctions hits', platform, filter } }, ORDER, rows, (keys) =>
      selectHits(db)
        .innerJoin(keys.as('k'), 'k.id', 'h.id')
        .innerJoin('customer as c', (join) =>
          join.onRef('c.platform', '=', 'h.platform').onRef('c.id', '=', 'h.customer_id'),
        )
        .select(['k.sort', 'c.name as customer_name'])
        .orderBy(sql`h.score::numeric`, 'desc')
        .orderBy('h.id', 'desc')
        .execute(),
    ),
    countRows(db, rows),
  ])
  const items = found.map((row) => ({
    ...toMatch(row),
    platform: row.platform,
    customerId: row.customer_id,
    customerName: row.customer_name,
  }))
  return { items, ...count }
}
