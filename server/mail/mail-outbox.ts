/**
 * The mail outbox: a mail is a row, written in the transaction of its cause, and delivered afterwards by any instance,
 * at least once; a crash between sending and marking sends it again.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { sql, type CompiledQuery, type Selectable } from 'kysely'
import type { Logger } from 'pino'
import { outsideScope } from '#server/core/log.ts'
import type { Database } from '#server/schema/database.ts'
import { copyCsv } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import type { Db } from '#server/store/sql.ts'
import { messageIdOf, type Email, type Transport } from './transport.ts'

const MINUTE = 60_000
/** How long an instance may take to deliver a mail before another tries, in milliseconds. */
const LEASE = 10 * MINUTE
/** The delays after failures; after the last one the mail stays with its error. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 240 * MINUTE] as const
const POLL = MINUTE
/** The number of attempts. */
export const ATTEMPTS = WAITS.length + 1

export interface Draft {
  platform: string
  to: string
  subject: string
  text: string
  attachment: 'kyc' | null
  /** The reply address, if it is not the sender. */
  replyTo?: string
}

/** Puts a mail into the outbox; returns its Message-ID. */
export async function post(db: Db, { to, replyTo, ...draft }: Draft, now: Date): Promise<string> {
  const row = {
    ...draft,
    id: randomUUID(),
    recipient: to,
    reply_to: replyTo ?? null,
    created_at: now,
    due_at: now,
    last_error: null,
  }
  await db.insertInto('mail').values(row).execute()
  return messageIdOf(row.id)
}

type Row = Selectable<Database['mail']>
/** The table attached to a message, by the attachment's name. */
type Attachments = Record<NonNullable<Row['attachment']>, (db: Db, platform: string) => CompiledQuery>

export class MailOutbox {
  readonly #store: Store
  readonly #transport: Transport
  readonly #attachments: Attachments
  readonly #log: Logger
  readonly #now: () => Date
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(parts: { store: Store; transport: Transport; attachments: Attachments; log: Logger; now: () => Date }) {
    this.#store = parts.store
    this.#transport = parts.transport
    this.#attachments = parts.attachments
    this.#log = parts.log
    this.#now = parts.now
  }

  /** Delivers from now on: what waits already, and again every minute. */
  start(): void {
    this.#timer = setInterval(() => this.nudge(), POLL).unref()
    this.nudge()
  }

  /** Delivers soon instead of at the next minute; nothing where it was not started. */
  nudge(): void {
    if (this.#timer === undefined) return
    // letters of others too: the request that hurries them is not theirs
    this.#round = outsideScope(() =>
      this.#round
        .then(() => this.deliver())
        .catch((error: unknown) => this.#log.error({ err: error }, 'mail could not be delivered')),
    )
  }

  /** Waits for the round under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#round
  }

  /** Sends everything that is due. */
  async deliver(): Promise<void> {
    for (let row = await this.#claim(); row; row = await this.#claim()) {
      const { id } = row
      try {
        await this.#transport.send(await this.#toLetter(row))
        await this.#note(id, { sent_at: this.#now(), last_error: null })
      } catch (error) {
        const wait = WAITS[row.attempts - 1] ?? 0
        this.#log.warn({ err: error, id }, 'a message could not be sent')
        await this.#note(id, { due_at: new Date(this.#now().getTime() + wait), last_error: String(error) })
      }
    }
  }

  async #claim(): Promise<Row | undefined> {
    const now = this.#now()
    const due = this.#store.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('due_at', '<=', now)
      .where('attempts', '<', ATTEMPTS)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
    return this.#store.db
      .updateTable('mail')
      .set({ due_at: new Date(now.getTime() + LEASE), attempts: sql`attempts + 1` })
      .where('id', '=', due)
      .returningAll()
      .executeTakeFirst()
  }

  async #note(id: string, facts: { sent_at?: Date; due_at?: Date; last_error: string | null }): Promise<void> {
    await this.#store.db.updateTable('mail').set(facts).where('id', '=', id).execute()
  }

  async #toLetter({ id, recipient, reply_to, subject, text, platform, attachment }: Row): Promise<Email> {
    const letter = {
      id,
      to: recipient,
      ...(reply_to !== null && { replyTo: reply_to }),
      subject,
      text,
      attachments: [],
    }
    if (attachment === null) return letter
    const query = this.#attachments[attachment](this.#store.db, platform)
    const csv = await copyCsv(this.#store.exports, query, { signal: AbortSignal.timeout(LEASE) })
    const day = this.#now().toISOString().slice(0, 10)
    const content = Readable.fromWeb(csv as ReadableStream)
    return { ...letter, attachments: [{ filename: `${attachment}-${platform}-${day}.csv`, content }] }
  }
}
