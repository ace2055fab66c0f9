/** Whose device it is, found by its id: before anything of it is taken in another account's name. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index device_id on device (id)`).execute(db)
}
