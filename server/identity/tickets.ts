/**
 * Tickets: tokens in addresses where the specification requires one. Each opens one thing, once, within a minute, so
 * that stored addresses in browsers and proxies are useless.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Account, Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { findAccount } from './accounts.ts'
import type { Sessions } from './sessions.ts'

/** The lifetime of a ticket. */
const TICKET_SECONDS = 60

/** The purpose of a ticket: the print of one form, or one question to the assistant. */
export interface TicketUse {
  purpose: 'form' | 'assistant'
  /** The object; empty if the purpose is enough. */
  subject: string
}

type Asking = Pick<Context, 'db' | 'now'>

/** A ticket for the caller, who has checked the permission. */
export async function issueTicket(
  { db, now, account }: Asking & Pick<Context, 'account'>,
  { purpose, subject }: TicketUse,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now().getTime() + TICKET_SECONDS * 1000)
  await db
    .insertInto('ticket')
    .values({ hash: hash(token), account_id: account.id, purpose, subject, expires_at: expiresAt })
    .execute()
  return token
}

/**
 * Uses up a ticket and returns its account; 401 if it is invalid, used, or for another purpose. With a session,
 * `holder` is its account: another person's ticket is refused and not used up. A catalogue-only server gives no tickets
 * and accepts the session token instead.
 */
export async function useTicket(
  { db, now, config }: Asking & Pick<Context, 'config'>,
  sessions: Sessions,
  token: string,
  { purpose, subject, holder }: TicketUse & { holder?: string },
): Promise<Account> {
  let tickets = db.deleteFrom('ticket')
  if (holder !== undefined) tickets = tickets.where('account_id', '=', holder)
  const used = await tickets
    .where('hash', '=', hash(token))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', now())
    .returning('account_id')
    .executeTakeFirst()
  const account = used && (await findAccount(db, used.account_id))
  if (account) return account
  const session = config.catalogueOnly ? await sessions.find(token) : undefined
  if (session && (holder === undefined || session.account.id === holder)) return session.account
  throw new Refusal(401, 'This address was used already or is too old: open it again.')
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
