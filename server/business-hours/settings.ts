/** The policy that due dates of a platform follow from: the one that was set, or the default. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { BusinessHoursChange, businessHours } from '#contract/calls/business-hours.ts'
import {
  DEFAULT_BUSINESS_HOURS,
  faultsOfPolicy,
  type BusinessHoursPolicy,
} from '#contract/model/business-hours/policy.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tx } from '#server/ops/effect.ts'
import { personOf, stampOrNull, type Db } from '#server/store/sql.ts'

export type KeptPolicy = Output<typeof businessHours.policy>

export async function policyOf(db: Db, platform: string): Promise<KeptPolicy> {
  const row = await db
    .selectFrom('business_hours as c')
    .leftJoin('account as p', 'p.id', 'c.updated_by')
    .select(['c.value', 'c.version', 'c.updated_at', personOf('p').as('by')])
    .where('c.platform', '=', platform)
    .executeTakeFirst()
  return {
    policy: row ? row.value : DEFAULT_BUSINESS_HOURS,
    version: Number(row?.version ?? 0),
    changedBy: row?.by ?? null,
    changedAt: stampOrNull(row?.updated_at ?? null),
  }
}

const lockOf = (platform: string) => sql`hashtextextended(${`business-hours:${platform}`}, 0)`

/** The policy, locked until the transaction ends: dates set by it are updated after a change. */
export async function policyForWrite(tx: Db, platform: string): Promise<KeptPolicy> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(platform)})`.execute(tx)
  return policyOf(tx, platform)
}

/** Refuses a policy that cannot be, with the places that are wrong. */
export function refuseFaults(policy: BusinessHoursPolicy): void {
  const faults = faultsOfPolicy(policy)
  if (faults.length > 0) throw new Refusal(400, faults.map(({ place, text }) => `${place}: ${text}`).join('; '))
}

const CHANGED = 'change due dates'
const KIND = 'business hours'
/** More than anybody reads; the audit has them all. */
const MOST = 100

/** The changes as the audit has them, newest first. */
export async function changesOf(db: Db, platform: string): Promise<BusinessHoursChange[]> {
  const rows = await db
    .selectFrom('audit as a')
    .leftJoin('account as p', 'p.id', 'a.actor')
    .select(['a.actor', 'a.at', 'a.version', 'a.reason', 'a.before', 'a.after', personOf('p').as('by')])
    .where('a.object_kind', '=', KIND)
    .where('a.object_id', '=', platform)
    .where('a.action', '=', CHANGED)
    .orderBy('a.n', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ actor, at, version, reason, before, after, by }) => ({
    version: Number(version),
    by: by ?? { id: actor, name: actor },
    at: toStamp(at),
    reason,
    before: before as BusinessHoursPolicy,
    after: after as BusinessHoursPolicy,
  }))
}

/** Sets the policy that was at a version; refuses what cannot be. */
export async function savePolicy(
  tx: Tx,
  context: Context,
  { policy, version, reason }: { policy: BusinessHoursPolicy; version: number; reason: string },
): Promise<KeptPolicy> {
  refuseFaults(policy)
  const { platform, account, now } = context
  await sql`select pg_advisory_xact_lock(${lockOf(platform)})`.execute(tx)
  const before = await policyOf(tx, platform)
  if (before.version !== version) throw new Refusal(409, 'It was changed elsewhere since it was read.', before)
  const fields = { value: JSON.stringify(policy), version: version + 1, updated_by: account.id, updated_at: now() }
  await tx
    .insertInto('business_hours')
    .values({ platform, ...fields })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet(fields))
    .execute()
  await record(tx, context, {
    action: CHANGED,
    object: { kind: KIND, id: platform },
    version: version + 1,
    before: before.policy,
    after: policy,
    reason,
  })
  return policyOf(tx, platform)
}
