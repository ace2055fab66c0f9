/** What a device and this server say of each other's records: answers that are missing here, numbers that never came. */
import { sql } from 'kysely'
import type { Output, Parsed } from '#contract/call.ts'
import type { sync } from '#contract/calls/sync.ts'
import type { Context } from '#server/calls/handlers.ts'

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

/** Accounts for numbers that will not arrive. Told twice, the first fate stays. */
export async function bury(
  { db, account, now }: Context,
  device: string,
  items: Parsed<typeof sync.tombstones>['body']['items'],
): Promise<void> {
  await db
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
    .execute()
}

/** Numbers of a device's series, up to the highest, that neither had an effect nor a fate: each is a loss to ask about. */
export async function gapsOf({ db }: Pick<Context, 'db'>, accountId: string, device: string): Promise<number[]> {
  const { rows } = await sql<{ n: string }>`
    with seen as (
      select dev_seq from audit where actor = ${accountId} and device = ${device} and dev_seq is not null
      union select dev_seq from tombstone where account_id = ${accountId} and device_id = ${device})
    select n::text as n from generate_series(1, (select max(dev_seq) from seen)) as n
    where n not in (select dev_seq from seen) order by n`.execute(db)
  return rows.map(({ n }) => Number(n))
}
