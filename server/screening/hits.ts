/** The screening results of a customer, and their decisions. */
import { toStamp } from '#contract/model/common.ts'
import type { SanctionMatch } from '#contract/model/customer.ts'
import type { ScorePart } from '#contract/model/screening/screening.ts'
import { approvedOf, pendingOn } from '#server/four-eyes/queries.ts'
import { isId, stampOrNull, type Db } from '#server/store/sql.ts'
import { listsInForce } from './store-list.ts'

/** Shown where a customer was compared with the list and nothing was like it. */
const NOTHING_FOUND = 'none'

/**
 * The hits of a customer and its counterparties, undecided ones first, then by score. A screened customer without hits
 * has one entry (`no_match`); an empty list means that it was never screened.
 */
export async function hitsOf(db: Db, platform: string, customerId: string): Promise<SanctionMatch[]> {
  const rows = await selectHits(db)
    .where('h.platform', '=', platform)
    .where('h.customer_id', '=', customerId)
    .orderBy((eb) => eb('h.outcome', '=', 'potential_match'), 'desc')
    .orderBy('h.score', 'desc')
    .orderBy('h.id')
    .execute()
  return rows.length > 0 ? rows.map(toMatch) : await checkOf(db, platform, customerId)
}

/** One hit of a customer by its id. */
export async function findHit(
  db: Db,
  { platform, customerId, id }: { platform: string; customerId: string; id: string },
): Promise<SanctionMatch | undefined> {
  if (!isId(id)) return undefined
  const row = await selectHits(db)
    .where('h.platform', '=', platform)
    .where('h.customer_id', '=', customerId)
    .where('h.id', '=', id)
    .executeTakeFirst()
  return row && toMatch(row)
}

/** Hits with who decided and what waits for a second person. */
export function selectHits(db: Db) {
  return db
    .selectFrom('sanctions_hit as h')
    .leftJoin('account as p', 'p.id', 'h.decided_by')
    .selectAll('h')
    .select((eb) => eb.fn<string>('concat_ws', [eb.val(' '), 'p.first_name', 'p.last_name']).as('decided_name'))
    .select([pendingOn('h.platform', 'sanctions hit', 'h.id').as('approval'), approvedOf('h').as('approved')])
}

export type HitRow = Awaited<ReturnType<ReturnType<typeof selectHits>['execute']>>[number]

/** A hit as the calls tell it. */
export function toMatch(row: HitRow): SanctionMatch {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    // kept in four bytes, which write 0.9 as 0.8999999762
    score: Math.round(row.score * 1000) / 1000,
    outcome: row.outcome,
    checkedAt: toStamp(row.checked_at),
    details: {
      party: row.party,
      partyName: row.party_name,
      source: row.source,
      entry: row.entry_id,
      ...row.details,
      ...(row.decided_by && {
        decidedBy: row.decided_name,
        decidedAt: stampOrNull(row.decided_at),
        note: row.note,
      }),
      ...(row.approved && { approved: row.approved }),
    },
    parts: row.parts as ScorePart[],
    ...(row.reopened !== null && { reopened: row.reopened as NonNullable<SanctionMatch['reopened']> }),
    version: Number(row.version),
    ...(row.approval && { approval: row.approval }),
  }
}

async function checkOf(db: Db, platform: string, customerId: string): Promise<SanctionMatch[]> {
  const check = await db
    .selectFrom('sanctions_check as k')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.platform', '=', 'k.platform').onRef('c.id', '=', 'k.customer_id'),
    )
    .select(['k.checked_at', 'c.name'])
    .where('k.platform', '=', platform)
    .where('k.customer_id', '=', customerId)
    .executeTakeFirst()
  if (!check) return []
  const list = (await listsInForce(db)).map((each) => each.name).join(', ')
  const { checked_at, name } = check
  return [{ id: NOTHING_FOUND, list, name, score: 0, outcome: 'no_match', checkedAt: toStamp(checked_at), details: {} }]
}
