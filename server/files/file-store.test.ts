import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, type Config } from '#server/core/config.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { fakeS3, type FakeS3 } from '#tests/support/s3.ts'
import { fileStore, type FileStore } from './file-store.ts'
import { requireOwnBucket } from './own-bucket.ts'

let database: TestDatabase
let s3: FakeS3
beforeAll(async () => {
  database = await testDatabase()
  s3 = await fakeS3()
})
afterAll(async () => {
  await s3.close()
  await database.close()
})

const nothing = async () => {}
const configOf = (place: string): Config => readConfig(place === 'bucket' ? s3.env : {})
const storeIn = (place: string): FileStore => fileStore({ db: database.db, config: configOf(place) })
const read = async (store: FileStore, id: string) => {
  const stream = await store.get(id)
  return stream && Buffer.from(await new Response(stream).arrayBuffer())
}
/** True if a content is these bytes. */
const isKept = async (store: FileStore, id: string, bytes: Buffer) => (await read(store, id))?.equals(bytes)
const rows = async (id: string) => {
  const contents = await database.db.selectFrom('file_content').select('is_kept').where('id', '=', id).execute()
  const chunks = await database.db.selectFrom('file_chunk').select('n').where('file_id', '=', id).execute()
  const objects = [...s3.objects.keys()].filter((name) => name.endsWith(id))
  return { contents: contents.length, chunks: chunks.length, objects: objects.length }
}
const NONE = { contents: 0, chunks: 0, objects: 0 }
/** More than two chunks, the last one short. */
const BYTES = randomBytes(600_000)
async function* broken() {
  yield BYTES
  throw new Error('the upload was cut off')
}

describe.each(['database', 'bucket'])('in the %s', (place) => {
  test('a failed write, a truncated content and a second content under an id leave no file', async () => {
    const store = storeIn(place)
    const [failed, cut, twice] = [randomUUID(), randomUUID(), randomUUID()]
    const failing = async () => {
      throw new Error('rolled back')
    }
    await expect(store.keep([{ id: failed, bytes: BYTES }], failing)).rejects.toThrow('rolled back')
    await expect(store.keep([{ id: cut, bytes: () => broken() }], nothing)).rejects.toThrow('cut off')
    expect([await rows(failed), await rows(cut)]).toEqual([NONE, NONE])
    await store.keep([{ id: twice, bytes: BYTES }], nothing)
    await expect(store.keep([{ id: twice, bytes: Buffer.from('other') }], nothing)).rejects.toThrow()
    expect(await isKept(store, twice, BYTES)).toBe(true)
  })

  test('of several contents none is kept where one cannot be', async () => {
    const [whole, cut] = [randomUUID(), randomUUID()]
    const contents = [
      { id: whole, bytes: BYTES },
      { id: cut, bytes: () => broken() },
    ]
    await expect(storeIn(place).keep(contents, nothing)).rejects.toThrow('cut off')
    expect([await rows(whole), await rows(cut)]).toEqual([NONE, NONE])
  })

  test.each([0, 1, 256 * 1024, 600_000])('a content of %i bytes is read as it was kept, then removed', async (size) => {
    const store = storeIn(place)
    const [id, bytes] = [randomUUID(), randomBytes(size)]
    const pieces = async function* () {
      for (let at = 0; at < size; at += 100_000) yield bytes.subarray(at, at + 100_000)
    }
    expect(await store.keep([{ id, bytes: pieces }], async () => 'written')).toBe('written')
    expect(await isKept(store, id, bytes)).toBe(true)
    await database.db.transaction().execute((tx) => store.remove(tx, id))
    expect(await store.get(id)).toBeUndefined()
    await store.sweep(new Date(1))
    expect(await rows(id)).toEqual(NONE)
  })

  test('a removal that is rolled back removes nothing', async () => {
    const store = storeIn(place)
    const id = randomUUID()
    await store.keep([{ id, bytes: BYTES }], nothing)
    const removing = database.db.transaction().execute(async (tx) => {
      await store.remove(tx, id)
      throw new Error('rolled back')
    })
    await expect(removing).rejects.toThrow('rolled back')
    await store.sweep(new Date())
    expect(await isKept(store, id, BYTES)).toBe(true)
  })

  test('a damaged content is not given out whole', async () => {
    const store = storeIn(place)
    for (const damage of ['changed', 'cut off'] as const) {
      const id = randomUUID()
      await store.keep([{ id, bytes: BYTES }], nothing)
      const object = [...s3.objects.keys()].find((name) => name.endsWith(id))
      if (object !== undefined) {
        s3.objects.set(object, damage === 'changed' ? randomBytes(BYTES.length) : BYTES.subarray(0, 300_000))
      }
      const last = database.db.deleteFrom('file_chunk').where('file_id', '=', id).where('n', '=', 2)
      const change = database.db.updateTable('file_chunk').set({ bytes: randomBytes(256 * 1024) })
      await (damage === 'changed' ? change.where('file_id', '=', id).where('n', '=', 1) : last).execute()
      await expect(read(store, id), damage).rejects.toThrow()
    }
  })
})

test('an upload takes memory for a chunk, not for the whole of it', async () => {
  const held: number[] = []
  let sent = 0
  const pieces = async function* () {
    for (sent = 0; sent < 200; sent += 1) yield Buffer.alloc(64 * 1024, sent)
  }
  const id = randomUUID()
  await storeIn('database').keep([{ id, bytes: pieces }], async (tx) => {
    const { n } = await tx
      .selectFrom('file_chunk')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('file_id', '=', id)
      .executeTakeFirstOrThrow()
    held.push(Number(n))
  })
  expect(held).toEqual([50])
  const stream = await storeIn('database').get(id)
  const reader = stream?.getReader()
  expect((await reader?.read())?.value?.length).toBeLessThanOrEqual(256 * 1024)
  await reader?.cancel()
})

describe('a bucket', () => {
  test('that refuses an object, or the signature, keeps nothing', async () => {
    const id = randomUUID()
    s3.intercept = async ({ method }) => (method === 'PUT' ? 503 : undefined)
    await expect(storeIn('bucket').keep([{ id, bytes: BYTES }], nothing)).rejects.toThrow('503 InternalError')
    s3.intercept = undefined
    expect(await rows(id)).toEqual(NONE)
    const config = readConfig({ ...s3.env, FILES_BUCKET_SECRET: 'another' })
    const wrong = fileStore({ db: database.db, config }).keep([{ id, bytes: BYTES }], nothing)
    await expect(wrong).rejects.toThrow('403 SignatureDoesNotMatch')
  })

  test('is swept of objects whose upload was cut off, and of no others', async () => {
    const store = storeIn('bucket')
    const [kept, cut] = [randomUUID(), randomUUID()]
    await store.keep([{ id: kept, bytes: BYTES }], nothing)
    await store.keep([{ id: cut, bytes: BYTES }], nothing)
    // an instance that was killed before its transaction committed
    await database.db.updateTable('file_content').set({ is_kept: false }).where('id', '=', cut).execute()
    expect(await store.get(cut)).toBeUndefined()
    await store.sweep(new Date(Date.now() - 3_600_000))
    expect((await rows(cut)).objects).toBe(1)
    await store.sweep(new Date(Date.now() + 60_000))
    expect([await rows(cut), (await rows(kept)).objects]).toEqual([NONE, 1])
  })

  test('of another installation, a new one in the place of the old, or none is refused by name', async () => {
    const config = readConfig(s3.env)
    const other = await testDatabase()
    const empty = await fakeS3()
    try {
      await requireOwnBucket(database.db, config).catch(() => undefined)
      s3.objects.delete('/files/docket')
      await expect(requireOwnBucket(database.db, config)).rejects.toThrow(/lacks the object “docket”/)
      await requireOwnBucket(other.db, config)
      await requireOwnBucket(other.db, config)
      await expect(requireOwnBucket(database.db, config)).rejects.toThrow(/bucket of another installation/)
      await fileStore({ db: other.db, config }).keep([{ id: randomUUID(), bytes: BYTES }], nothing)
      await expect(requireOwnBucket(other.db, readConfig({}))).rejects.toThrow(
        /1 files in a bucket: name it by FILES_BUCKET/,
      )
      await expect(requireOwnBucket(other.db, readConfig(empty.env))).rejects.toThrow(/lacks the object “docket”/)
      // all objects were copied
      for (const [name, bytes] of s3.objects) empty.objects.set(name, bytes)
      await requireOwnBucket(other.db, readConfig(empty.env))
    } finally {
      await empty.close()
      await other.close()
    }
  })
})
