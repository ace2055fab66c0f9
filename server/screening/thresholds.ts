/** From which score a pair is a hit, by list and kind of entry, and what another threshold would do. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ScreeningThreshold, ThresholdPreview } from '#contract/model/screening/screening.ts'
import type { Database } from '#server/schema/database.ts'
import { findActiveScreener, listedOf, weakAliasesOf } from './active-screener.ts'
import { sampleOf } from './customers-and-payees.ts'
import { Screener } from './screener.ts'
import { COMPARED_TYPES, THRESHOLD, type ComparedType } from './settings.ts'
import { listsInForce } from './store-list.ts'
import { endHits } from './write-hits.ts'

/** A list and a kind of its entries. */
export interface Which {
  source: string
  kind: ComparedType
}

/** The number of customers in a preview: a second's work. */
const TRIED = 1000

/** The threshold of every list in force, for people and for entities. */
export async function thresholdsOf(db: Kysely<Database>): Promise<Omit<ScreeningThreshold, 'pending'>[]> {
  const lists = await listsInForce(db)
  const set = await db.selectFrom('sanctions_threshold').selectAll().execute()
  return lists.flatMap(({ source, name }) =>
    COMPARED_TYPES.map((kind) => {
      const own = set.find((each) => each.source === source && each.kind === kind)
      const threshold = own ? Math.round(own.threshold * 1000) / 1000 : THRESHOLD
      return { source, list: name, kind, threshold, version: Number(own?.version ?? 0) }
    }),
  )
}

/** The effect of a threshold on a platform: exact for its open hits, estimated from some customers for new ones. */
export async function previewThreshold(
  tx: Transaction<Database>,
  platform: string,
  { source, kind, threshold }: Which & { threshold: number },
): Promise<Omit<ThresholdPreview, 'waits'>> {
  const { rows } = await sql<{ open: number; ended: number }>`
    select count(*)::int as open, count(*) filter (where score::numeric < ${threshold})::int as ended
    from sanctions_hit where platform = ${platform} and source = ${source} and kind = ${kind}
      and outcome = 'potential_match'`.execute(tx)
  const { open = 0, ended = 0 } = rows[0] ?? {}
  const inForce = await findActiveScreener(tx)
  const today = inForce?.thresholdOf(source, kind) ?? THRESHOLD
  if (!inForce || threshold >= today) return { open, ended, tried: 0, appearing: 0 }
  const listed = await listedOf(tx, new Map([[source, source]]))
  const screener = new Screener(
    listed.filter(({ entry }) => entry.type === kind),
    () => threshold,
  )
  const customers = await sampleOf(tx, platform, TRIED)
  const weakAliases = await weakAliasesOf(tx, platform)
  let appearing = 0
  for (const { facts } of customers)
    appearing += screener.find(facts, weakAliases).filter(({ score }) => score < today).length
  return { open, ended, tried: customers.length, appearing }
}

/**
 * Sets a threshold; false where it is at another version by now. Open hits below it end at once; what a lower one lets in
 * is found when everybody is screened again, which is due from then on.
 */
export async function setThreshold(
  tx: Transaction<Database>,
  { source, kind, threshold, version }: Which & { threshold: number; version: number },
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sanctions_threshold as t (source, kind, threshold, version, updated_by, updated_at)
    select ${source}, ${kind}, ${threshold}, ${version + 1}, ${by}, ${now} where ${version} = 0 or exists (
      select from sanctions_threshold where source = ${source} and kind = ${kind})
    on conflict (source, kind) do update set threshold = excluded.threshold, version = t.version + 1,
      updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where t.version = ${version}
    returning t.version`.execute(tx)
  if (rows.length === 0) return false
  const below = await sql<{ id: string }>`select id from sanctions_hit
    where source = ${source} and kind = ${kind} and outcome = 'potential_match' and score::numeric < ${threshold}`.execute(
    tx,
  )
  await endHits(
    tx,
    below.rows.map(({ id }) => id),
    now,
  )
  return true
}
