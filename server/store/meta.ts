/** Facts about the database as a whole, one JSON value a key. */
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

/** The value under a key; where there is none, the given one is stored, by whichever instance comes first. */
export async function getOrMake<T>(db: Kysely<Database>, key: string, make: () => T): Promise<T> {
  const read = () => db.selectFrom('meta').select('v').where('k', '=', key).executeTakeFirst()
  const found = await read()
  if (found) return found.v as T
  await db
    .insertInto('meta')
    .values({ k: key, v: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.v as T
}
