/**
 * The contents of files, where every instance reads them: in the database, or in a bucket where FILES_BUCKET names one.
 * A content and the rows that name it are kept together or not at all.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/schema/database.ts'
import type { Db } from '#server/store/sql.ts'
import { bucketAt, type Bucket } from './bucket.ts'
import { inChunks, measureOf, streamOf, verified, type Content, type Measure } from './content.ts'

type Tx = Transaction<Database>

export interface FileStore {
  /** Keeps contents in the transaction of the rows that name them. Nothing is left of a write that fails. */
  keep: <T>(contents: readonly Content[], write: (tx: Tx) => Promise<T>) => Promise<T>
  /** The bytes, or undefined where there are none. The stream breaks off where they are not the ones that were kept. */
  get: (id: string) => Promise<ReadableStream<Uint8Array> | undefined>
  measure: (id: string) => Promise<Measure | undefined>
  /** Removes a content in the transaction that ends what names it. */
  remove: (tx: Tx, id: string) => Promise<void>
  /** Removes objects of the bucket that no committed row names: of writes that were cut off before, or removed. */
  sweep: (before: Date) => Promise<void>
}

interface Surroundings {
  db: Kysely<Database>
  config: Pick<Config, 'files'>
}

export function fileStore({ db, config }: Surroundings): FileStore {
  const bucket = config.files.bucket && bucketAt(config.files.bucket)
  return {
    keep: (contents, write) =>
      bucket ? keepInBucket(db, bucket, contents, write) : keepInDatabase(db, contents, write),
    get: (id) => getContent(db, bucket, id),
    measure: (id) => findContent(db, id).then((row) => row && { size: Number(row.size), sha256: row.sha256 }),
    async remove(tx, id) {
      await tx.deleteFrom('file_content').where('id', '=', id).where('place', '=', 'database').execute()
      await tx
        .updateTable('file_content')
        .set({ is_kept: false, at: new Date(0) })
        .where('id', '=', id)
        .execute()
    },
    async sweep(before) {
      while (bucket && (await sweepSome(db, bucket, before)) === SWEPT) continue
    },
  }
}

/** The location of a content, if it is stored. */
const findContent = (db: Db, id: string) =>
  db.selectFrom('file_content').selectAll().where('id', '=', id).where('is_kept', '=', true).executeTakeFirst()

async function getContent(
  db: Kysely<Database>,
  bucket: Bucket | undefined,
  id: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const row = await findContent(db, id)
  if (!row) return undefined
  if (row.place === 'bucket' && !bucket) throw new Error(`File ${id} is in a bucket, and FILES_BUCKET names none.`)
  const source = row.place === 'bucket' ? await bucket?.get(id) : chunksOf(db, id, Number(row.size))
  return source && streamOf(verified(source, id, { size: Number(row.size), sha256: row.sha256 }))
}

function keepInDatabase<T>(
  db: Kysely<Database>,
  contents: readonly Content[],
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    for (const { id, bytes } of contents) {
      const { chunks, measure } = inChunks(bytes)
      let n = 0
      for await (const chunk of chunks) {
        await tx.insertInto('file_chunk').values({ file_id: id, n, bytes: chunk }).execute()
        n += 1
      }
      await tx
        .insertInto('file_content')
        .values({ id, place: 'database', ...measure() })
        .execute()
    }
    return write(tx)
  })
}

/** One at a time, each with a connection for that moment alone: a slow reader keeps none. */
async function* chunksOf(db: Kysely<Database>, id: string, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  for (let n = 0; seen < size; n += 1) {
    const query = db.selectFrom('file_chunk').select('bytes').where('file_id', '=', id).where('n', '=', n)
    const row = await query.executeTakeFirst()
    if (!row) return
    seen += row.bytes.length
    yield row.bytes
  }
}

/**
 * Records each object before it is sent, so that one whose write never commits is found and removed: here, or by the
 * sweep where this instance ends meanwhile.
 */
async function keepInBucket<T>(
  db: Kysely<Database>,
  bucket: Bucket,
  contents: readonly Content[],
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const ids = contents.map(({ id }) => id)
  try {
    for (const { id, bytes } of contents) {
      const measure = await measureOf(bytes)
      await db
        .insertInto('file_content')
        .values({ id, place: 'bucket', ...measure, is_kept: false })
        .execute()
      await bucket.put(id, bytes, measure)
    }
    return await db.transaction().execute(async (tx) => {
      const kept = ids.length === 0 ? [] : await markKept(tx, ids)
      if (kept.length < ids.length) throw new Error('An upload took so long that its objects were removed.')
      return write(tx)
    })
  } catch (error) {
    // a commit whose answer was lost has kept them: only what is still unkept goes
    await removeUnkept(db, bucket, ids).catch(() => [])
    throw error
  }
}

const markKept = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable('file_content')
    .set({ is_kept: true })
    .where('id', 'in', ids)
    .where('is_kept', '=', false)
    .returning('id')
    .execute()

/** Objects that one transaction of a sweep removes. */
const SWEPT = 100

async function sweepSome(db: Kysely<Database>, bucket: Bucket, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('file_content')
    .select('id')
    .where('is_kept', '=', false)
    .where('at', '<', before)
    .limit(SWEPT)
    .execute()
  const ids = rows.map(({ id }) => id)
  await removeUnkept(db, bucket, ids)
  return ids.length
}

/** The object goes before its record, whose lock keeps a late write from naming it. */
async function removeUnkept(db: Kysely<Database>, bucket: Bucket, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction().execute(async (tx) => {
    const unkept = tx.selectFrom('file_content').select('id').where('id', 'in', ids).where('is_kept', '=', false)
    for (const { id } of await unkept.forUpdate().skipLocked().execute()) {
      await bucket.remove(id)
      await tx.deleteFrom('file_content').where('id', '=', id).execute()
    }
  })
}

/** How many contents are in a place. */
export async function countContents(db: Db, place: 'database' | 'bucket'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from file_content where place = ${place}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
