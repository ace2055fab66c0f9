/** What was uploaded by sender and time window. May be lost in a crash. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table upload_use (
    who text not null,
    since timestamptz not null,
    bytes bigint not null,
    files int not null,
    is_refused boolean not null,
    primary key (who, since)
  )`.execute(db)
}
