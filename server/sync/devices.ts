/**
 * Devices: browser profiles that keep work for an account, and the half of each vault that lies here. Revoking destroys
 * that half at once, whether or not the device can be reached (offline design, sections 2.6 to 2.8).
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal, type Context } from '#server/calls/handlers.ts'
import { findAccount } from '#server/identity/accounts.ts'
import { record } from '#server/policy/audit.ts'
import type { Tx } from './effect.ts'

const SHARE_BYTES = 32
/** So many devices are told of. */
const MOST = 100

/**
 * Takes a device in, or back, and answers its shares by platform; those of platforms that are gone are destroyed. One that
 * keeps another account's work is refused: its queue is not to be sent in this one's name.
 */
export async function registerDevice(context: Context, id: string, label: string): Promise<Record<string, string>> {
  const { db, account, now } = context
  return db.transaction().execute(async (tx) => {
    await refuseOthers(tx, account.id, id)
    const known = await tx
      .insertInto('device')
      .values({ account_id: account.id, id, label, registered_at: now(), seen_at: now() })
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet({ label, seen_at: now() }))
      .returning(['revoked_at', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
    if (known.revoked_at) throw revoked()
    const shares = await sharesOf(tx, account.id, id, ['', ...account.platforms])
    if (known.isNew) {
      await record(tx, context, { action: 'register device', object: { kind: 'device', id }, platform: null })
    }
    return shares
  })
}

async function sharesOf(tx: Tx, accountId: string, id: string, platforms: string[]): Promise<Record<string, string>> {
  const ofDevice = { account_id: accountId, device_id: id }
  await tx
    .deleteFrom('device_share')
    .where('account_id', '=', accountId)
    .where('device_id', '=', id)
    .where('platform', 'not in', platforms)
    .execute()
  await tx
    .insertInto('device_share')
    .values(platforms.map((platform) => ({ ...ofDevice, platform, share: randomBytes(SHARE_BYTES) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('device_share')
    .select(['platform', 'share'])
    .where('account_id', '=', accountId)
    .where('device_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ platform, share }) => [platform, share.toString('base64')]))
}

/** Whose device it is may revoke it, and whoever administers. Throws 404 where there is none of that id. */
export async function revokeDevice(context: Context, id: string): Promise<void> {
  const { db, account, now } = context
  const mayAll = account.roles.includes('admin') || account.roles.includes('super_admin')
  await db.transaction().execute(async (tx) => {
    let query = tx.updateTable('device').set({ revoked_at: now() }).where('id', '=', id).where('revoked_at', 'is', null)
    if (!mayAll) query = query.where('account_id', '=', account.id)
    const gone = await query.returning('account_id').execute()
    if (gone.length === 0) throw new Refusal(404, `There is no device ${id} here.`)
    for (const { account_id } of gone) {
      await tx.deleteFrom('device_share').where('account_id', '=', account_id).where('device_id', '=', id).execute()
    }
    await record(tx, context, { action: 'revoke device', object: { kind: 'device', id }, platform: null })
  })
}

/**
 * Refuses what a revoked device asks for, and what one asks for that keeps another account's work. A device that never
 * registered keeps nothing and is let through.
 */
export async function checkDevice(context: Context, id: string): Promise<void> {
  if (await isRevoked(context, id)) throw revoked()
  await refuseOthers(context.db, context.account.id, id)
}

async function refuseOthers(db: Pick<Tx, 'selectFrom'>, accountId: string, id: string): Promise<void> {
  const rows = await db.selectFrom('device').select('account_id').where('id', '=', id).execute()
  if (rows.length === 0 || rows.some(({ account_id }) => account_id === accountId)) return
  throw new Refusal(401, 'This device keeps the work of another account: sign in as its owner.')
}

/**
 * What a listener has lost since it began: `purge`, its device; `revoke`, its account's access to the platform. Null
 * where that is nothing.
 */
export async function lostBy(
  context: Context,
  platform: string,
  device: string | undefined,
): Promise<'purge' | 'revoke' | null> {
  if (device !== undefined && (await isRevoked(context, device))) return 'purge'
  const account = await findAccount(context.db, context.account.id)
  return account?.platforms.includes(platform) ? null : 'revoke'
}

/** Whether a device of this account was revoked. */
async function isRevoked({ db, account }: Context, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('device')
    .select('revoked_at')
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.revoked_at != null
}

/** What a revoked device is told: it wipes itself, and the browser clears whatever it left, of everybody. */
export function revoked(): Refusal {
  const headers = { 'x-device': 'revoked', 'clear-site-data': '"storage"' }
  return new Refusal(401, 'This device was revoked. Sign in again to begin afresh.', undefined, headers)
}

/** What a device of a closed account is told: it wipes what is that user's; others' sealed work stays. */
export function closed(): Refusal {
  return new Refusal(401, 'This account is closed.', undefined, { 'x-device': 'revoked' })
}

/** The account's devices, the latest seen first. */
export async function devicesOf({ db, account }: Context) {
  const rows = await db
    .selectFrom('device')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('seen_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    seenAt: row.seen_at.toISOString(),
    revoked: row.revoked_at !== null,
  }))
}
