/** Templates of tickets are changed here: a change says which state it was made on, and a name is a platform's only once. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table helpdesk_template add version bigint not null default 1`,
  `create unique index helpdesk_template_name on helpdesk_template (platform, lower(name))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
