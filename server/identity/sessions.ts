/**
 * Sessions: a signed token that names a row. The signature keeps made-up tokens from the database, the row makes a
 * session revocable; the key is in the database, so that every instance signs and checks the same way.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { Account } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'
import { getOrMake } from '#server/store/sql.ts'
import { toAccount } from './accounts.ts'

export interface Session {
  id: string
  /** Shared by those that followed one another by refreshing. */
  family: string
  account: Account
  expiresAt: Date
  /** The identity provider authenticated the person for this session, without an existing session of its own. */
  isFresh: boolean
  /** The start of the family. */
  startedAt: Date
}

/**
 * The result of a refresh. `reused`: a token that was replaced longer ago than the grace period; its family is ended.
 */
export type Refreshed = { type: 'new'; token: string } | { type: 'ended' } | { type: 'reused'; session: OwnSession }

/** The account and session. */
interface OwnSession {
  family: string
  account: Account
}

/** How long a replaced token stays valid, since other tabs may have requests under way. */
const OVERLAP_SECONDS = 60
/** The maximum age of a session in hours, however often it is refreshed. */
const MAX_HOURS = 72

interface Lifetimes {
  hours: number
  maxHours: number
}

interface SessionRow {
  id: string
  accountId: string
  createdAt: Date
  expiresAt: Date
}

/** Inherited by the following sessions of a family. */
interface Family {
  accountId: string
  family: string
  startedAt: Date
  isFresh: boolean
  deviceId: string | null
  /** The session whose token is traded; null for the first. */
  follows: string | null
}

export class Sessions {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array
  readonly #lifetimes: Lifetimes
  readonly #now: () => Date

  private constructor(db: Kysely<Database>, key: Uint8Array, lifetimes: Lifetimes, now: () => Date) {
    this.#db = db
    this.#key = key
    this.#lifetimes = lifetimes
    this.#now = now
  }

  static async open(
    db: Kysely<Database>,
    hours: number,
    now: () => Date = () => new Date(),
    maxHours = MAX_HOURS,
  ): Promise<Sessions> {
    const secret = await getOrMake(db, 'session-key', () => randomBytes(32).toString('base64url'))
    return new Sessions(db, Buffer.from(secret, 'base64url'), { hours, maxHours }, now)
  }

  /** Starts a session and answers its token. */
  start(accountId: string, isFresh = false): Promise<string> {
    const id = randomUUID()
    const family = { accountId, family: id, startedAt: this.#now(), isFresh, deviceId: null, follows: null }
    return this.#insert(this.#db, id, family)
  }

  async #insert(
    db: Kysely<Database>,
    id: string,
    { accountId, family, startedAt, isFresh, deviceId, follows }: Family,
  ): Promise<string> {
    const now = this.#now()
    const expiresAt = this.#endOf(startedAt)
    await db
      .insertInto('session')
      .values({
        id,
        family,
        account_id: accountId,
        created_at: now,
        expires_at: expiresAt,
        family_at: startedAt,
        is_fresh: isFresh,
        device_id: deviceId,
        follows,
      })
      .execute()
    return this.#tokenOf({ id, accountId, createdAt: now, expiresAt })
  }

  /** When a session that is used now ends. */
  #endOf(startedAt: Date): Date {
    const { hours, maxHours } = this.#lifetimes
    return new Date(Math.min(this.#now().getTime() + hours * HOUR_MS, startedAt.getTime() + maxHours * HOUR_MS))
  }

  /** The token of a session: the same each time. */
  #tokenOf({ id, accountId, createdAt, expiresAt }: SessionRow): Promise<string> {
    return this.#sign('session', { sid: id, sub: accountId }, { id, from: createdAt, to: expiresAt })
  }

  /** The session of a token; undefined where it is forged, expired, revoked, locked, or its account is disabled. */
  async find(token: string): Promise<Session | undefined> {
    const claims = await this.verify('session', token)
    if (typeof claims?.sid !== 'string') return undefined
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('account')
      .select(['session.expires_at', 'session.family', 'session.is_fresh', 'session.family_at'])
      .where('session.id', '=', claims.sid)
      .where('session.revoked_at', 'is', null)
      .where('session.locked_at', 'is', null)
      .where('session.expires_at', '>', this.#now())
      .where('account.is_disabled', '=', false)
      .executeTakeFirst()
    if (!row) return undefined
    const { family, expires_at: expiresAt, is_fresh: isFresh, family_at: startedAt } = row
    return { id: claims.sid, family, account: toAccount(row), expiresAt, isFresh, startedAt }
  }

  /** True if a token that opens nothing is that of an account that was closed. */
  async isClosed(token: string): Promise<boolean> {
    const claims = await this.verify('session', token)
    if (typeof claims?.sid !== 'string') return false
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select('account.is_disabled')
      .where('session.id', '=', claims.sid)
      .executeTakeFirst()
    return row?.is_disabled === true
  }

  /**
   * Trades a good token for the next one: one, however often it is traded. That one is known to have arrived when it is
   * traded itself: those before it end within the minute, and who trades one of them after that has it from somewhere
   * else, so that the family ends.
   */
  async refresh(token: string): Promise<Refreshed> {
    const session = await this.find(token)
    if (!session) return this.#endReused(token)
    const { id, family, account } = session
    const now = this.#now()
    const end = new Date(now.getTime() + OVERLAP_SECONDS * 1000)
    return this.#db.transaction().execute(async (tx): Promise<Refreshed> => {
      await hold(tx, family)
      const stands = await tx
        .selectFrom('session')
        .select(['created_at', 'device_id'])
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where('locked_at', 'is', null)
        .executeTakeFirst()
      if (!stands) return { type: 'ended' }
      await tx
        .updateTable('session')
        .set({
          expires_at: sql<Date>`least(expires_at, ${end})`,
          superseded_at: sql<Date>`coalesce(superseded_at, ${now})`,
        })
        .where('family', '=', family)
        .where('created_at', '<', stands.created_at)
        .execute()
      const { startedAt, isFresh } = session
      const next = await this.#successorOf(tx, id, startedAt)
      if (next) return { type: 'new', token: next }
      const fresh = { accountId: account.id, family, startedAt, isFresh, deviceId: stands.device_id, follows: id }
      return { type: 'new', token: await this.#insert(tx, randomUUID(), fresh) }
    })
  }

  /**
   * The token of the session at the end of those that followed one; undefined where none did. One whose answer was lost
   * a while ago lasts as long as a new one would.
   */
  async #successorOf(tx: Transaction<Database>, id: string, startedAt: Date): Promise<string | undefined> {
    const after = (at: string) =>
      tx
        .selectFrom('session')
        .select(['id', 'account_id', 'created_at', 'expires_at'])
        .where('follows', '=', at)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
    let row = await after(id)
    if (!row) return undefined
    for (let next = await after(row.id); next; next = await after(next.id)) row = next
    const isOld = row.created_at.getTime() <= this.#now().getTime() - OVERLAP_SECONDS * 1000
    const expiresAt = isOld ? this.#endOf(startedAt) : row.expires_at
    if (isOld) await tx.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', row.id).execute()
    return this.#tokenOf({ id: row.id, accountId: row.account_id, createdAt: row.created_at, expiresAt })
  }

  /** Ends the family of a token that was replaced and is shown again all the same. */
  async #endReused(token: string): Promise<Refreshed> {
    const claims = await this.verify('session', token)
    if (typeof claims?.sid !== 'string') return { type: 'ended' }
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('account')
      .select(['session.family'])
      .where('session.id', '=', claims.sid)
      .where('session.revoked_at', 'is', null)
      .where('session.superseded_at', '<=', new Date(this.#now().getTime() - OVERLAP_SECONDS * 1000))
      .executeTakeFirst()
    if (!row) return { type: 'ended' }
    await this.revoke(row)
    return { type: 'reused', session: { family: row.family, account: toAccount(row) } }
  }

  /** Ends a session with those before and after it: also the one that a refresh has just replaced. */
  async revoke({ family }: Pick<Session, 'family'>): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await hold(tx, family)
      await tx.updateTable('session').set({ revoked_at: this.#now() }).where('family', '=', family).execute()
    })
  }

  /** The sessions of an account that are not over, a family each, the latest used first. */
  async listOf(accountId: string): Promise<ListedSession[]> {
    const rows = await this.#db
      .selectFrom('session')
      .leftJoin('device', (join) =>
        join.onRef('device.id', '=', 'session.device_id').onRef('device.account_id', '=', 'session.account_id'),
      )
      .select(({ fn }) => [
        'session.family',
        'session.family_at',
        fn.max('session.created_at').as('seen_at'),
        fn.max('session.expires_at').as('expires_at'),
        fn.max('session.locked_at').as('locked_at'),
        fn.max('device.label').as('label'),
      ])
      .where('session.account_id', '=', accountId)
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', this.#now())
      .groupBy(['session.family', 'session.family_at'])
      .orderBy('seen_at', 'desc')
      .limit(MOST_LISTED)
      .execute()
    return rows.map((row) => ({
      id: row.family,
      startedAt: row.family_at,
      seenAt: row.seen_at,
      expiresAt: row.expires_at,
      isLocked: row.locked_at !== null,
      device: row.label,
    }))
  }

  /** Ends a session of this account; false where it has none of that id. */
  async end(accountId: string, family: string): Promise<boolean> {
    const own = await this.#db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql<string>`family::text`, '=', family)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (own) await this.revoke({ family })
    return own !== undefined
  }

  /** A session is that of a device from now on: it locks and unlocks with it. */
  async bind({ family }: Pick<Session, 'family'>, deviceId: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await hold(tx, family)
      const bound = tx.updateTable('session').set({ device_id: deviceId }).where('family', '=', family)
      await bound.where(sql<boolean>`device_id is distinct from ${deviceId}`).execute()
    })
  }

  /**
   * Locks the sessions of a device where it is locked, else unlocks them. It goes by the device as it is now: a lock and
   * an unlock that cross each other end in the same state, whichever comes here last.
   */
  async followDevice(accountId: string, deviceId: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const of = { account_id: accountId, device_id: deviceId }
      const rows = await tx.selectFrom('session').select('family').distinct().where(matches(of)).execute()
      for (const { family } of rows.toSorted((a, b) => (a.family < b.family ? -1 : 1))) await hold(tx, family)
      const locked_at = tx
        .selectFrom('device')
        .select('device.locked_at')
        .where((eb) => eb.and({ account_id: accountId, id: deviceId }))
      await tx.updateTable('session').set({ locked_at }).where(matches(of)).execute()
    })
  }

  /** Signs claims for one purpose; a token of one purpose is worth nothing for another. */
  sign(purpose: string, claims: Record<string, unknown>, expiresAt: Date): Promise<string> {
    return this.#sign(purpose, claims, { id: randomUUID(), from: this.#now(), to: expiresAt })
  }

  #sign(
    purpose: string,
    claims: Record<string, unknown>,
    { id, from, to }: { id: string; from: Date; to: Date },
  ): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(purpose)
      .setJti(id)
      .setIssuedAt(from)
      .setExpirationTime(to)
      .sign(this.#key)
  }

  async verify(purpose: string, token: string): Promise<Record<string, unknown> | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        audience: purpose,
        currentDate: this.#now(),
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

/** One at a time adds to a family or ends it: what is added while it ends would outlive it. */
async function hold(tx: Transaction<Database>, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`session:${family}`}, 0))`.execute(tx)
}

const matches = (of: { account_id: string; device_id: string }) => (eb: ExpressionBuilder<Database, 'session'>) =>
  eb.and(of)

const HOUR_MS = 3_600_000
/** The maximum number of listed sessions. */
const MOST_LISTED = 100

/** A session as its owner sees it in a list. */
export interface ListedSession {
  id: string
  startedAt: Date
  /** The last start or refresh. */
  seenAt: Date
  expiresAt: Date
  isLocked: boolean
  /** The name of its device; null for a client that registered none. */
  device: string | null
}
