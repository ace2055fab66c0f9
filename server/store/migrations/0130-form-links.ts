/** Links under which customers hand forms in, forms that are withdrawn, and files that no account uploaded. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table customer_form_link (
    -- SHA-256 of what stands in the address
    hash bytea primary key,
    form_id uuid not null references customer_form,
    created_by text not null references account,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index customer_form_link_expires on customer_form_link (expires_at)`,
  `alter table customer_form add column withdrawn_at timestamptz`,
  // null for what a customer handed in himself
  `alter table file alter column created_by drop not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
