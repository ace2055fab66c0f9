/**
 * Differences between the records of a device and of this server: answers that are missing here, numbers that never
 * came.
 */
import { sql } from 'kysely'
import type { Output, Parsed } from '#contract/call.ts'
import type { sync } from '#contract/calls/sync.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tx } from '#server/ops/effect.ts'

/** The operations of these that this account has no record of: after a restore from a backup they are lost. */
export async function unknownOf(
  { db, account }: Context,
  opIds: readonly string[],
): Promise<Output<typeof sync.receipts>['unknown']> {
  if (opIds.length === 0) return []
  const rows = await db
    .selectFrom('idempotency')
    .select('key')
    .where('account_id', '=', account.id)
    .where('key', 'in', opIds)
    .execute()
  const known = new Set(rows.map(({ key }) => key))
  return opIds.filter((opId) => !known.has(opId.toLowerCase()))
}

type Item = Parsed<typeof sync.tombstones>['body']['items'][number]

/** Accounts for numbers that will not arrive. Told twice, the first fate stays. What is lost is put on record. */
export async function recordTombstones(context: Context, device: string, items: readonly Item[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const fresh = await entomb(tx, context, device, items)
    const lost = fresh.filter(({ fate }) => fate === 'lost').map(({ dev_seq }) => Number(dev_seq))
    if (lost.length === 0) return
    const object = { kind: 'device', id: device }
    await record(tx, context, { action: 'lose operations', object, platform: null, after: { numbers: lost } })
  })
}

/** The number of a device's latest sequence numbers that are searched for losses. */
const LOOK_BACK = 10_000

/** Records the end of every number of a device whose storage was deleted. */
export async function recordLost(
  context: Context,
  { device, lastSeq, pending }: Parsed<typeof sync.storageReset>['body'],
): Promise<number[]> {
  return context.db.transaction().execute(async (tx) => {
    const from = Math.max(1, lastSeq - LOOK_BACK + 1)
    const gaps = await gapsOf({ db: tx }, context.account.id, device, { from, to: lastSeq })
    const items = gaps.map((devSeq) => ({ devSeq, fate: 'lost' }) satisfies Item)
    const lost = (await entomb(tx, context, device, items)).map(({ dev_seq }) => Number(dev_seq))
    const after = { pending, lastSeq, numbers: lost }
    await record(tx, context, {
      action: 'reset storage',
      object: { kind: 'device', id: device },
      platform: null,
      after,
    })
    return lost
  })
}

/** Numbers that an account may declare lost in a day, over all its devices: some weeks of work. */
const MOST_A_DAY = 20_000
const DAY = 86_400_000

/** Answers those that had no fate before. Throws a `Refusal` 429 where the account has declared too many lost today. */
async function entomb(tx: Tx, { account, now }: Context, device: string, items: readonly Item[]) {
  if (items.length === 0) return []
  const { today } = await tx
    .selectFrom('tombstone')
    .select((eb) => eb.fn.countAll<string>().as('today'))
    .where('account_id', '=', account.id)
    .where('at', '>', new Date(now().getTime() - DAY))
    .executeTakeFirstOrThrow()
  if (Number(today) + items.length > MOST_A_DAY) {
    const message = `This account has given up ${today} numbers today: no more than ${MOST_A_DAY} are noted in a day.`
    throw new Refusal(429, message, undefined, { 'retry-after': '3600' })
  }
  return tx
    .insertInto('tombstone')
    .values(
      items.map(({ devSeq, fate, reason = null }) => ({
        account_id: account.id,
        device_id: device,
        dev_seq: devSeq,
        fate,
        reason,
        at: now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['dev_seq', 'fate'])
    .execute()
}

/**
 * Numbers of a device's series that neither had an effect nor a fate: each is a loss to ask about. Up to the highest
 * that came, unless told.
 */
export async function gapsOf(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  device: string,
  { from = 1, to }: { from?: number; to?: number } = {},
): Promise<number[]> {
  const { rows } = await sql<{ n: string }>`
    with seen as (
      select dev_seq from audit where actor = ${accountId} and device = ${device} and dev_seq is not null
      union select dev_seq from tombstone where account_id = ${accountId} and device_id = ${device})
    select n::text as n
    from generate_series(${from}::bigint, coalesce(${to ?? null}::bigint, (select max(dev_seq) from seen))) as n
    where n not in (select dev_seq from seen) order by n`.execute(db)
  return rows.map(({ n }) => Number(n))
}
