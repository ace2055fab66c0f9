/** Checks whether the bucket of the settings is the one that all instances on a database use. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import { getOrMake } from '#server/store/sql.ts'
import { bucketAt } from './bucket.ts'
import { measureOf } from './content.ts'
import { countContents } from './file-store.ts'

/** The object that says whose bucket it is. It moves with the others, so that a copied bucket is known. */
const MARK = 'docket'

/** Throws where the bucket is missing, lacks its mark, or belongs to another installation. Marks a new bucket. */
export async function requireOwnBucket(db: Kysely<Database>, config: Pick<Config, 'files'>): Promise<void> {
  const files = await countContents(db, 'bucket')
  const address = config.files.bucket
  if (!address) {
    if (files === 0) return
    throw new Error(`The database has ${files} files in a bucket: name it by FILES_BUCKET.`)
  }
  const id = await getOrMake(db, 'files-bucket', () => randomUUID())
  const bucket = bucketAt(address)
  const mark = await bucket.get(MARK)
  const found = mark && (await new Response(mark).text())
  if (found === id) return
  if (found !== undefined) {
    throw new Error(
      `FILES_BUCKET is the bucket of another installation (${found}, and this one is ${id}). Give each its own.`,
    )
  }
  if (files > 0) {
    throw new Error(
      `FILES_BUCKET lacks the object “${MARK}”: it is not the bucket in which the ${files} files of this database are.`,
    )
  }
  const bytes = Buffer.from(id)
  await bucket.put(MARK, bytes, await measureOf(bytes))
}
