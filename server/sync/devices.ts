/**
 * Devices: browser profiles that keep work for an account, and the key share of each vault that is stored here. Revoking destroys
 * that half at once, whether or not the device can be reached (docs/design/offline.md#what-the-server-adds, docs/design/offline.md#vault, docs/design/offline.md#purge-rules).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql, type ExpressionBuilder } from 'kysely'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { findAccount } from '#server/identity/accounts.ts'
import type { Session, Sessions } from '#server/identity/sessions.ts'
import type { Tx } from '#server/ops/effect.ts'
import type { Database } from '#server/schema/database.ts'

const SHARE_BYTES = 32
/** The maximum number of listed devices. */
const MOST = 100

/** The lock ticket of a device is good for so long, ms. */
const LOCK_TICKET_MS = 30 * 24 * 3_600_000

/**
 * Takes a device in, or back, and answers its shares by platform; those of platforms that are gone are destroyed. One that
 * keeps another account's work is refused: its queue is not to be sent in this one's name. A locked one gets its shares
 * by a sign-in after the lock at which the identity provider asked who it is, and that ends the lock.
 */
export async function registerDevice(
  context: Context,
  session: Pick<Session, 'isFresh' | 'startedAt'>,
  { device: id, label }: { device: string; label: string },
): Promise<Record<string, string>> {
  const { db, account, now } = context
  return db.transaction().execute(async (tx) => {
    await refuseOthers(tx, account.id, id)
    const known = await tx
      .insertInto('device')
      .values({ account_id: account.id, id, label, registered_at: now(), seen_at: now() })
      .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet({ label, seen_at: now() }))
      .returning(['revoked_at', 'locked_at', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
    if (known.revoked_at) throw revoked()
    if (known.locked_at) {
      if (!session.isFresh || session.startedAt < known.locked_at) throw locked()
      // a request of that lock which comes late finds it over
      const over = sql<string | null>`lock_id`
      await tx
        .updateTable('device')
        .set({ locked_at: null, unlocked_lock: over })
        .where(ofDevice(account.id, id))
        .execute()
    }
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

/** The server's orders for a device. */
export const devicePolicyOf = ({ config, now }: Pick<Context, 'config' | 'now'>) => ({
  serverTime: now().toISOString(),
  offlineHours: config.offlineHours,
  lockMinutes: config.lockMinutes,
  offlineUnlock: config.offlineUnlock,
})

/** The ticket with which a device locks itself, without a session; it allows nothing else. */
export function lockTicket(sessions: Sessions, { account, now }: Context, device: string): Promise<string> {
  const until = new Date(now().getTime() + LOCK_TICKET_MS)
  return sessions.sign('lock', { sub: account.id, device }, until)
}

interface Ticket {
  accountId: string
  device: string
}

/** Throws 401 where it is none of ours, or of a device or account that is no more; such a device wipes itself. */
async function readTicket(sessions: Sessions, { db }: Pick<Context, 'db'>, ticket: string): Promise<Ticket> {
  const claims = await sessions.verify('lock', ticket)
  const { sub, device } = claims ?? {}
  if (typeof sub !== 'string' || typeof device !== 'string') throw new Refusal(401, 'This device is not known here.')
  if (!(await findAccount(db, sub))) throw closed()
  const row = await db.selectFrom('device').select('revoked_at').where(ofDevice(sub, device)).executeTakeFirst()
  if (row?.revoked_at) throw revoked()
  return { accountId: sub, device }
}

/**
 * Locks a device with its sessions. `lock` is the id of this lock: repeated after an unlock, it does nothing. Only the
 * first request sets the time, so that the ticket's holder cannot date a lock before a session.
 */
export async function lockDevice(
  sessions: Sessions,
  context: Pick<Context, 'db' | 'now'>,
  { ticket, lock, ago = 0 }: { ticket: string; lock: string; ago?: number | undefined },
): Promise<void> {
  const { accountId, device } = await readTicket(sessions, context, ticket)
  const at = new Date(context.now().getTime() - Math.min(ago, LOCK_TICKET_MS))
  const { numUpdatedRows } = await context.db
    .updateTable('device')
    .set({ locked_at: sql<Date>`coalesce(locked_at, ${at})`, lock_id: lock })
    .where(ofDevice(accountId, device))
    .where(sql<boolean>`unlocked_lock is distinct from ${lock}`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await sessions.followDevice(accountId, device)
}

/**
 * Unlocks a device with its sessions for who opened its vault: `proof` is of the device's own share, which lies there
 * alone. Throws 401 where it is not.
 */
export async function unlockDevice(
  sessions: Sessions,
  { db }: Pick<Context, 'db'>,
  { ticket, lock, proof }: { ticket: string; lock: string; proof: string },
): Promise<void> {
  const { accountId, device } = await readTicket(sessions, { db }, ticket)
  const row = await db
    .selectFrom('device_share')
    .select('share')
    .where('account_id', '=', accountId)
    .where('device_id', '=', device)
    .where('platform', '=', '')
    .executeTakeFirst()
  if (!row || !isProof(row.share, proof)) throw new Refusal(401, 'This device stays locked: sign in again.')
  // ids of locks are ordered by time: a late unlock does not end a later lock
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ locked_at: null, unlocked_lock: sql<string>`greatest(unlocked_lock, ${lock})` })
    .where(ofDevice(accountId, device))
    .where((eb) => eb.or([eb('locked_at', 'is', null), eb('lock_id', 'is', null), eb('lock_id', '<=', lock)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal(401, 'This device was locked again: unlock it, or sign in.')
  await sessions.followDevice(accountId, device)
}

function isProof(share: Buffer, proof: string): boolean {
  const wanted = createHash('sha256').update('docket unlock').update(share).digest()
  const given = Buffer.from(proof, 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const ofDevice = (accountId: string, id: string) => (eb: ExpressionBuilder<Database, 'device'>) =>
  eb.and({ account_id: accountId, id })

/** Whose device it is may revoke it. Throws 404 where there is none of that id. */
export async function revokeDevice(context: Context, device: string): Promise<void> {
  const { db, account } = context
  await db.transaction().execute(async (tx) => {
    if (!(await wipeDevice(tx, context, { account: account.id, device })))
      throw new Refusal(404, `There is no device ${device} here.`)
  })
}

/** Destroys the key share of a device that is stored here; false where the account has none of that id. Comes last: it is recorded. */
export async function wipeDevice(
  tx: Tx,
  context: Context,
  { account, device, reason }: { account: string; device: string; reason?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device')
    .set({ revoked_at: context.now() })
    .where(ofDevice(account, device))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.deleteFrom('device_share').where('account_id', '=', account).where('device_id', '=', device).execute()
  await record(tx, context, {
    action: 'revoke device',
    object: { kind: 'device', id: device },
    platform: null,
    ...(reason !== undefined && { reason, after: { account } }),
  })
  return true
}

/**
 * Refuses what a revoked device asks for, and what one asks for that keeps another account's work. A device that never
 * registered keeps nothing and is allowed.
 */
export async function checkDevice(context: Context, id: string): Promise<void> {
  if (await isRevoked(context, id)) throw revoked()
  await refuseOthers(context.db, context.account.id, id)
}

async function refuseOthers(db: Pick<Tx, 'selectFrom'>, accountId: string, id: string): Promise<void> {
  const rows = await db.selectFrom('device').select('account_id').where('id', '=', id).execute()
  if (rows.length === 0 || rows.some(({ account_id }) => account_id === accountId)) return
  throw new Refusal(401, 'This device has unsent work of another account: sign in as its owner.')
}

/** True if a device of this account was revoked. */
async function isRevoked({ db, account }: Context, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('device')
    .select('revoked_at')
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.revoked_at != null
}

/** The answer to a revoked device: it wipes itself, and the browser clears all site data. */
export function revoked(): Refusal {
  const headers = { 'x-device': 'revoked', 'clear-site-data': '"storage"' }
  return new Refusal(401, 'This device was revoked. Sign in again to begin afresh.', undefined, headers)
}

/** The answer to a locked device that requests its shares with a session from before the lock. */
function locked(): Refusal {
  return new Refusal(403, 'This device is locked: unlock it, or sign in again.')
}

/** The answer to a device of a closed account: it wipes that user's data; encrypted operations of others stay. */
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
