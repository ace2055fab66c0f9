/**
 * Tickets: what stands in the address of a call whose token the specification puts there. One opens one thing, once,
 * within a minute, so that what browsers and proxies keep of an address is worth nothing.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Account, Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { findAccount } from './accounts.ts'
import type { Sessions } from './sessions.ts'

/** How long a ticket waits to be used. */
const TICKET_SECONDS = 60

/** What a ticket is for: the print of one form, or one question to the assistant. */
export interface TicketUse {
  purpose: 'form' | 'assistant'
  /** What it opens; empty where the purpose says it all. */
  subject: string
}

type Asking = Pick<Context, 'db' | 'now'>

/** A ticket for whoever asks. That he may have it is for the caller to check. */
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
 * Uses a ticket up and answers whose it was; 401 where it is none, was used, or is for something else. Where the request
 * comes with a session, `holder` is its account: another's ticket is refused and not used up by it. A server of the plain
 * catalogue gives no tickets: with `CATALOGUE_ONLY` the session's own token is taken instead.
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
