/** Stores a signed head out of reach of the database's operator: in a file, by mail, or at a service. */
import { fileURLToPath } from 'node:url'
import { post } from '#server/mail/mail-outbox.ts'
import type { Db } from '#server/store/sql.ts'
import { addHead, type SignedHead } from './heads.ts'

/** The timeout of a service, in milliseconds. */
const TIME = 30_000

/** Throws if the head did not arrive; mail counts as arrived once it is in the outbox. */
export async function sendHead(db: Db, target: string, head: SignedHead, now: Date): Promise<void> {
  const url = new URL(target)
  if (url.protocol === 'file:') return addHead(fileURLToPath(url), head)
  if (url.protocol === 'mailto:') {
    const subject = `Docket: signed head of the audit, ${head.n} entries`
    const text = `Keep this line; "npm run audit -- --heads FILE" holds the audit against it.\n\n${JSON.stringify(head)}\n`
    await post(db, { platform: '', to: decodeURIComponent(url.pathname), subject, text, attachment: null }, now)
    return
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`AUDIT_HEADS answers ${response.status}.`)
}
