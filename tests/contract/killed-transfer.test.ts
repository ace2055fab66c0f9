// Two processes on one database with data directories of their own; one is killed while it takes or gives a file.
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BASES } from '#contract/request.ts'
import { toPath } from '#contract/call.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { readConfig } from '#server/core/config.ts'
import { fileStore } from '#server/files/file-store.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { Sessions } from '#server/identity/sessions.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { startProcess, type ServerProcess } from '#tests/support/process.ts'
import { fakeS3, type FakeS3 } from '#tests/support/s3.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let folder: string
let database: TestDatabase
let s3: FakeS3
let world: World
let token: string
let running: ServerProcess[]
beforeEach(async () => {
  folder = makeFolder()
  database = await testDatabase()
  s3 = await fakeS3()
  await saveAccounts(database.db, DEMO_ACCOUNTS)
  world = await makeWorld(database.db)
  token = await (await Sessions.open(database.db, 12)).start('analyst')
  running = []
})
afterEach(async () => {
  for (const each of running) if (each.child.signalCode === null) await each.end('SIGKILL')
  await s3.close()
  await database.close()
  await removeFolder(folder)
})

async function start(place: string, name: string): Promise<ServerProcess> {
  const env = { DATABASE_URL: database.url, DEMO_SIGN_IN: '1', AUDIT_KEY_FILE: join(folder, 'key.pem') }
  const server = await startProcess(join(folder, name), { ...env, ...(place === 'bucket' && s3.env) })
  running.push(server)
  return server
}

const headers = () => ({ 'auth-token': token, platform: 'paxum', 'client-version': '2.0.9' })
const SIZE = 40 * 1024 * 1024
const contents = async () => await database.db.selectFrom('file_content').select(['id', 'is_kept']).execute()

describe.each(['database', 'bucket'])('with files in the %s', (place) => {
  test('an upload whose instance is killed leaves nothing, and is taken by the other', async () => {
    const [one, other] = await Promise.all([start(place, 'one'), start(place, 'other')])
    const { alertIds } = await world.addCase()
    const alertId = alertIds[0] ?? ''
    const send = ({ url }: ServerProcess) => {
      const body = new FormData()
      body.append('file', new File(['evidence '.repeat(100_000)], 'a.txt'))
      return fetch(url + BASES.api + toPath(alerts.attach, { params: { alertId } }), {
        method: 'POST',
        headers: headers(),
        body,
      })
    }
    if (place === 'database') {
      const holder = await database.pool.connect()
      await holder.query('begin; lock table file in share mode')
      const sending = send(one).catch((error: unknown) => error)
      await vi.waitUntil(async () => {
        const { rows } = await database.pool.query(`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like 'insert into "file"%'`)
        return rows.length > 0
      }, 60_000)
      await one.end('SIGKILL')
      await holder.query('rollback')
      holder.release()
      expect(await sending).toBeInstanceOf(Error)
    } else {
      // the object is stored, and its sender does not live to hear of it
      s3.onStored = () => one.end('SIGKILL')
      await expect(send(one)).rejects.toThrow()
    }
    s3.onStored = undefined
    const { rows } = await database.pool.query('select from file')
    expect(rows).toEqual([])
    const store = fileStore({ db: database.db, config: readConfig(place === 'bucket' ? s3.env : {}) })
    await store.sweep(new Date(Date.now() + 1000))
    expect(await contents()).toEqual([])
    // the mark of the bucket alone
    expect(s3.objects.size).toBe(place === 'bucket' ? 1 : 0)
    expect((await send(other)).status).toBe(200)
    expect(await contents()).toEqual([{ id: expect.any(String), is_kept: true }])
  })

  test('a download whose instance is killed breaks off, and comes whole from the other', async () => {
    const [one, other] = await Promise.all([start(place, 'one'), start(place, 'other')])
    const store = fileStore({ db: database.db, config: readConfig(place === 'bucket' ? s3.env : {}) })
    const id = randomUUID()
    const row = { id, platform: 'paxum', name: 'a.txt', type: 'text/plain', size: SIZE, created_by: 'analyst' }
    await store.keep([{ id, bytes: Buffer.alloc(SIZE, 'x') }], (tx) => tx.insertInto('file').values(row).execute())
    const get = ({ url }: ServerProcess) =>
      fetch(url + BASES.api + toPath(documentForms.attachment, { params: { guid: id } }), { headers: headers() })
    const response = await get(one)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await one.end('SIGKILL')
    const rest = async () => {
      while (reader && !(await reader.read()).done) continue
    }
    await expect(rest()).rejects.toThrow()
    expect((await (await get(other)).arrayBuffer()).byteLength).toBe(SIZE)
  })
})

test('an instance with another audit key, or with none where one signs already, is refused by name', async () => {
  const one = await start('database', 'one')
  await one.end('SIGTERM')
  await mkdir(join(folder, 'two'), { recursive: true })
  const env = { DATABASE_URL: database.url, DEMO_SIGN_IN: '1' }
  await expect(startProcess(join(folder, 'two'), env)).rejects.toThrow(
    /signed with the key [\da-f]{16}, and there is no .*two.audit-key\.pem/,
  )
  const elsewhere = await testDatabase()
  try {
    const third = await startProcess(join(folder, 'two'), { ...env, DATABASE_URL: elsewhere.url })
    await third.end('SIGTERM')
  } finally {
    await elsewhere.close()
  }
  await expect(startProcess(join(folder, 'two'), env)).rejects.toThrow(/is the key [\da-f]{16}/)
  await rm(join(folder, 'two', 'audit-key.pem'))
  await copyFile(join(folder, 'key.pem'), join(folder, 'two', 'audit-key.pem'))
  const same = await startProcess(join(folder, 'two'), env)
  await same.end('SIGTERM')
})
