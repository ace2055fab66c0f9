/** Documents of a person or of a platform's team: keymaps, templates, saved views. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // one for all of them: a document that is made again after it was removed is never mistaken for the old one
  `create sequence setting_version`,
  // the owner is an account, or nobody for what a platform shares; the platform is empty for what counts everywhere
  `create table setting (
    owner text not null,
    platform text not null,
    kind text not null,
    id text not null,
    version bigint not null default nextval('setting_version'),
    value jsonb not null,
    updated_at timestamptz not null,
    updated_by text not null references account,
    primary key (owner, platform, kind, id)
  )`,
  `alter table note add column template text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
