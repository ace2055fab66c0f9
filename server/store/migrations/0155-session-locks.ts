/**
 * Locks of devices and what they close, the age of a session, tokens that were replaced; codes are bound to the browser
 * that began, subjects to their issuer.
 */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table session
    add column device_id text,
    add column is_fresh boolean not null default false,
    add column locked_at timestamptz,
    add column superseded_at timestamptz,
    add column family_at timestamptz`,
  `update session s set family_at = (select min(f.created_at) from session f where f.family = s.family)`,
  `alter table session alter column family_at set not null`,

  `alter table device
    add column locked_at timestamptz,
    add column unlocked_lock text`,

  `delete from login_code`,
  `alter table login_code add column browser bytea not null`,

  // whose subject it was is not known: the next sign-in with a verified address links the account anew
  `alter table account add column issuer text`,
  `update account set subject = null`,
  `alter table account drop constraint account_subject_key`,
  `create unique index account_subject on account (issuer, subject)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
