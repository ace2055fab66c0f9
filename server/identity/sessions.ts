/**
 * Sessions: a signed token that names a row. The signature keeps made-up tokens from the database, the row makes a
 * session revocable; the key is in the database, so that every instance signs and checks alike.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Account } from '#server/calls/handlers.ts'
import { getOrMake } from '#server/store/meta.ts'
import type { Database } from '#server/store/schema.ts'
import { toAccount } from './accounts.ts'

export interface Session {
  id: string
  /** Shared by those that followed one another by refreshing. */
  family: string
  account: Account
  expiresAt: Date
}

/** How long a token still works once a later one was used: other tabs may have requests under way. */
const OVERLAP_SECONDS = 60

export class Sessions {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array
  readonly #hours: number
  readonly #now: () => Date

  private constructor(db: Kysely<Database>, key: Uint8Array, hours: number, now: () => Date) {
    this.#db = db
    this.#key = key
    this.#hours = hours
    this.#now = now
  }

  static async open(db: Kysely<Database>, hours: number, now: () => Date = () => new Date()): Promise<Sessions> {
    const secret = await getOrMake(db, 'session-key', () => randomBytes(32).toString('base64url'))
    return new Sessions(db, Buffer.from(secret, 'base64url'), hours, now)
  }

  /** Starts a session and answers its token. */
  start(accountId: string): Promise<string> {
    return this.#insert(this.#db, accountId)
  }

  /** `family` where it follows another. */
  async #insert(db: Kysely<Database>, accountId: string, family?: string): Promise<string> {
    const id = randomUUID()
    const expiresAt = new Date(this.#now().getTime() + this.#hours * 3_600_000)
    await db
      .insertInto('session')
      .values({ id, family: family ?? id, account_id: accountId, created_at: this.#now(), expires_at: expiresAt })
      .execute()
    return this.sign('session', { sid: id, sub: accountId }, expiresAt)
  }

  /** The session of a token; undefined where it is forged, expired, revoked or its account is disabled. */
  async find(token: string): Promise<Session | undefined> {
    const claims = await this.verify('session', token)
    if (typeof claims?.sid !== 'string') return undefined
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('account')
      .select(['session.expires_at', 'session.family'])
      .where('session.id', '=', claims.sid)
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', this.#now())
      .where('account.is_disabled', '=', false)
      .executeTakeFirst()
    return row && { id: claims.sid, family: row.family, account: toAccount(row), expiresAt: row.expires_at }
  }

  /** Whether a token that opens nothing is that of an account that was closed. */
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
   * Trades a good token for a new one. Whoever shows it has it: those before it end within the minute. It stands itself
   * until the new one is traded, since the answer with that may never arrive.
   */
  async refresh(token: string): Promise<string | undefined> {
    const session = await this.find(token)
    if (!session) return undefined
    const { id, family, account } = session
    const end = new Date(this.#now().getTime() + OVERLAP_SECONDS * 1000)
    return this.#db.transaction().execute(async (tx) => {
      await hold(tx, family)
      const stands = await tx
        .selectFrom('session')
        .select('created_at')
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (!stands) return undefined
      await tx
        .updateTable('session')
        .set({ expires_at: sql<Date>`least(expires_at, ${end})` })
        .where('family', '=', family)
        .where('created_at', '<', stands.created_at)
        .execute()
      return this.#insert(tx, account.id, family)
    })
  }

  /** Ends a session with those before and after it: also the one that a refresh has just replaced. */
  async revoke({ family }: Pick<Session, 'family'>): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await hold(tx, family)
      await tx.updateTable('session').set({ revoked_at: this.#now() }).where('family', '=', family).execute()
    })
  }

  /** Signs claims for one purpose; a token of one purpose is worth nothing for another. */
  sign(purpose: string, claims: Record<string, unknown>, expiresAt: Date): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(purpose)
      .setJti(randomUUID())
      .setIssuedAt(this.#now())
      .setExpirationTime(expiresAt)
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
