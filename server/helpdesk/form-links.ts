/** Links for customers to submit a requested form: random, shown once, stored as hashes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { CustomerFormTable } from '#server/schema/helpdesk.ts'
import type { Db } from '#server/store/sql.ts'

/** The prefix of customers' pages, followed by the token. Under `/api`, which the service worker does not serve. */
export const FORM_PATH = '/api/form/'
/** The lifetime of a link. */
const LINK_DAYS = 30
const DAY = 86_400_000

/** The form of a link. */
export type Asked = Selectable<CustomerFormTable> & { expires_at: Date }

/** A link to a form more; those that were made before stay good. That it may be submitted is for the caller to check. */
export async function addLink(
  tx: Db,
  { account, config, now }: Pick<Context, 'account' | 'config' | 'now'>,
  formId: string,
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  const expiresAt = new Date(at.getTime() + LINK_DAYS * DAY)
  await tx
    .insertInto('customer_form_link')
    .values({ hash: hash(token), form_id: formId, created_by: account.id, created_at: at, expires_at: expiresAt })
    .execute()
  return { url: `${config.publicUrl ?? ''}${FORM_PATH}${token}`, expiresAt }
}

/** The form of a link in any state; undefined for an unknown token. */
export async function findAsked(db: Db, token: string): Promise<Asked | undefined> {
  return db
    .selectFrom('customer_form_link as l')
    .innerJoin('customer_form as f', 'f.id', 'l.form_id')
    .selectAll('f')
    .select('l.expires_at')
    .where('l.hash', '=', hash(token))
    .executeTakeFirst()
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
