/** When a form was approved, which its print says; forms approved before take it from the audit. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table document_form add column approved_at timestamptz`.execute(db)
  await sql`
    update document_form f set approved_at = coalesce(
      (select max(a.at) from audit a where a.object_kind = 'form' and a.object_id = f.id::text
        and a.action = 'approve form'), f.updated_at)
    where f.approved_by is not null`.execute(db)
}
