/** Files of every kind that a person may read. */
import { sql } from 'kysely'
import type { Account } from '#server/core/context.ts'
import { isUuid, type Db } from '#server/store/sql.ts'

export interface FoundFile {
  id: string
  platform: string
  name: string
  type: string
  size: number
  /** The customer of its alert, form, document or ticket; null if it has none. */
  customerId: string | null
  formId: string | null
  /** Part of a SAR: that it was read is recorded. */
  isSar: boolean
}

/**
 * A file of the account's platforms. An unreferenced one is its uploader's alone. Every other id is undefined in the
 * same way, so that nobody learns which files exist.
 */
export async function findFile(
  db: Db,
  account: Pick<Account, 'id' | 'platforms'>,
  id: string,
): Promise<FoundFile | undefined> {
  if (!isUuid(id) || account.platforms.length === 0) return undefined
  const row = await db
    .selectFrom('file as a')
    .leftJoin('document_form as f', 'f.id', 'a.form_id')
    .leftJoin('alert as l', 'l.id', 'a.alert_id')
    .leftJoin('customer_form as q', 'q.file_id', 'a.id')
    .leftJoin('helpdesk_message as h', 'h.id', 'a.helpdesk_message_id')
    .leftJoin('helpdesk_ticket as t', 't.id', 'h.ticket_id')
    // a document of a customer has its file under its own id
    .leftJoin('customer_document as d', 'd.id', 'a.id')
    .select(['a.id', 'a.platform', 'a.name', 'a.type', 'a.size', 'a.form_id'])
    .select(
      sql<string | null>`coalesce(f.customer_id, l.customer_id, q.customer_id, d.customer_id, t.customer_id)`.as(
        'customer_id',
      ),
    )
    .select(sql<boolean>`f.type is not distinct from 'sar'`.as('is_sar'))
    .where('a.id', '=', id)
    .where('a.platform', 'in', account.platforms)
    .where((eb) =>
      eb.or([
        eb('a.alert_id', 'is not', null),
        eb('a.form_id', 'is not', null),
        eb('q.id', 'is not', null),
        eb('d.id', 'is not', null),
        eb('h.id', 'is not', null),
        eb('a.created_by', '=', account.id),
      ]),
    )
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      platform: row.platform,
      name: row.name,
      type: row.type,
      size: Number(row.size),
      customerId: row.customer_id,
      formId: row.form_id,
      isSar: row.is_sar,
    }
  )
}
