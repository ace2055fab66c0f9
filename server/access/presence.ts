/** Sessions and devices of everybody who works on a platform, and ending them. */
import { sql } from 'kysely'
import type { PresenceRow } from '#contract/model/access.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { accessOf, whyNotSignOut } from './change-access.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import { wipeDevice } from '#server/sync/devices.ts'

/** A list is for people. */
const MOST = 1000

/** The latest used first. `current`: the session that asks. */
export async function presenceOf(
  { db, platform, now, account }: Context,
  current: string | undefined,
): Promise<{ items: PresenceRow[]; most: number | null }> {
  const [sessions, devices] = await Promise.all([sessionsOn(db, platform, now()), devicesOn(db, platform)])
  const refusalOf = ({ account_id: id, roles, platforms, is_disabled: closed }: Owner) =>
    whyNotSignOut(account, accessOf({ id, roles, platforms, is_disabled: closed }))
  const rows = [
    ...sessions.map((row) => ({
      seen: row.seen_at,
      row: {
        kind: 'session' as const,
        id: row.family,
        person: row.person ?? { id: row.account_id, name: row.account_id },
        device: row.label,
        startedAt: toStamp(row.family_at),
        seenAt: toStamp(row.seen_at),
        expiresAt: toStamp(row.expires_at),
        locked: row.is_locked,
        current: row.family === current,
        refusal: refusalOf(row),
      },
    })),
    ...devices.map((row) => ({
      seen: row.seen_at,
      row: {
        kind: 'device' as const,
        id: row.id,
        person: row.person ?? { id: row.account_id, name: row.account_id },
        label: row.label,
        registeredAt: toStamp(row.registered_at),
        seenAt: toStamp(row.seen_at),
        locked: row.locked_at !== null,
        refusal: refusalOf(row),
      },
    })),
  ]
  const items = rows.toSorted((a, b) => b.seen.getTime() - a.seen.getTime()).map(({ row }) => row)
  return { items, most: sessions.length === MOST || devices.length === MOST ? MOST : null }
}

interface Owner {
  account_id: string
  roles: string[]
  platforms: string[]
  is_disabled: boolean
}
const OWNER = ['p.roles', 'p.platforms', 'p.is_disabled'] as const

const sessionsOn = (db: Db, platform: string, now: Date) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as p', 'p.id', 's.account_id')
    .leftJoin('device as d', (join) =>
      join.onRef('d.id', '=', 's.device_id').onRef('d.account_id', '=', 's.account_id'),
    )
    .select(({ fn }) => [
      's.family',
      's.family_at',
      's.account_id',
      ...OWNER,
      personOf('p').as('person'),
      fn.max('s.created_at').as('seen_at'),
      fn.max('s.expires_at').as('expires_at'),
      fn.max('d.label').as('label'),
      sql<boolean>`bool_or(s.locked_at is not null)`.as('is_locked'),
    ])
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(canWorkOn(platform))
    .groupBy(['s.family', 's.family_at', 's.account_id', 'p.id'])
    .orderBy('seen_at', 'desc')
    .limit(MOST)
    .execute()

const devicesOn = (db: Db, platform: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('account as p', 'p.id', 'd.account_id')
    .selectAll('d')
    .select(OWNER)
    .select(personOf('p').as('person'))
    .where('d.revoked_at', 'is', null)
    .where(canWorkOn(platform))
    .orderBy('d.seen_at', 'desc')
    .limit(MOST)
    .execute()

function refuseBeyond({ account }: Context, { account_id: id, roles, platforms, is_disabled }: Owner): void {
  const why = whyNotSignOut(account, accessOf({ id, roles, platforms, is_disabled }))
  if (why !== null) throw new Refusal(403, why)
}

/** Ends another person's session. */
export async function endSession(context: Context, sessions: Sessions, id: string, reason: string): Promise<void> {
  const { db, platform } = context
  const found = await db
    .selectFrom('session as s')
    .innerJoin('account as p', 'p.id', 's.account_id')
    .select(['s.account_id', ...OWNER])
    .where(sql<string>`s.family::text`, '=', id)
    .where('s.revoked_at', 'is', null)
    .where(canWorkOn(platform))
    .executeTakeFirst()
  if (found) refuseBeyond(context, found)
  const isEnded = found !== undefined && (await sessions.end(found.account_id, id))
  if (!isEnded) throw new Refusal(404, `There is no session ${id} here that could be ended.`)
  const object = { kind: 'account', id: found.account_id }
  const entry = { action: 'end session', object, platform: null, after: { session: id }, reason }
  await db.transaction().execute((tx) => record(tx, context, entry))
}

/** Wipes another person's device. */
export async function wipe(
  context: Context,
  { device, account, reason }: { device: string; account: string; reason: string },
): Promise<void> {
  const { db, platform } = context
  await db.transaction().execute(async (tx) => {
    const works = tx.selectFrom('account as p').select(['p.id as account_id', ...OWNER])
    const owner = await works.where('p.id', '=', account).where(canWorkOn(platform)).executeTakeFirst()
    if (owner) refuseBeyond(context, owner)
    if (!owner || !(await wipeDevice(tx, context, { account, device, reason }))) {
      throw new Refusal(404, `There is no device ${device} here.`)
    }
  })
}
