import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { examineChain } from '#server/audit/examine-chain.ts'
import { headsFile, keepHead, readHeads, signingKey, verifyingKey } from '#server/audit/heads.ts'
import { requireSharedKey } from '#server/audit/shared-key.ts'
import { readConfig } from '#server/core/config.ts'
import { PURGE } from '#server/retention/purge.ts'
import { openStore } from '#server/store/open.ts'
import { openPool } from '#server/store/pool.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { describeBackup } from './manifest.ts'
import { openBackup } from './open-backup.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

// a restore makes every table, one after the other
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = Buffer.concat([Buffer.from(PIXEL, 'base64'), randomBytes(600_000)])

let folder: string
let file: string
let server: TestServer
let target: TestDatabase
let alertId: string
let caseId: string
let fileId: string
const configOf = (name: string, url?: string) =>
  readConfig({ DATA_DIR: join(folder, name), DEMO_SIGN_IN: '1', ...(url !== undefined && { DATABASE_URL: url }) })

beforeAll(async () => {
  folder = makeFolder()
  file = join(folder, 'docket.backup')
  server = await testServer({ now: () => NOON, env: { DATA_DIR: join(folder, 'old') } })
  const world = await makeWorld(server.db)
  const one = await world.addCase()
  caseId = one.id
  alertId = one.alertIds[0] ?? ''
  await server.call(cases.note, { params: { caseId }, body: { note: 'Asked; "quoted", \\ and é.' } })
  fileId = (await server.call(alerts.attach, { params: { alertId }, body: { file: new File([picture], 'a.png') } })).id
  const config = configOf('old')
  await requireSharedKey(server.db, config)
  await keepHead(server.db, await signingKey(config.audit.keyFile), headsFile(config.dataDir), NOON)
  // a job that waits
  await server.services.tasks.start()
  await server.services.tasks.stop()
  await server.db.transaction().execute((tx) => server.services.tasks.send(tx, PURGE, {}))
  target = await testDatabase({ isEmpty: true })
})
afterAll(async () => {
  await server.close()
  await target.close()
  await removeFolder(folder)
})

async function backUp(path: string) {
  const client = new Client(server.store.url)
  await client.connect()
  try {
    return await writeBackup(client, configOf('old'), path)
  } finally {
    await client.end()
  }
}

async function restore(path = file, replace = false) {
  const backup = await openBackup(path)
  try {
    await restoreBackup({ url: target.url, config: configOf('new'), backup, replace })
  } finally {
    backup.close()
  }
}
const tablesIn = async (url: string) => {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('select from pg_tables where schemaname = current_schema()')
  await client.end()
  return rows.length
}

test('a backup appears whole, names what it has, and takes the place of no file', async () => {
  const written = await backUp(file)
  await expect(backUp(file)).rejects.toThrow(/exists: name another file/)
  const lines = describeBackup(written, '.data')
  expect(lines).toEqual(
    expect.arrayContaining([
      '  file: 1',
      '  file_content: 1',
      '  job: 1',
      'Key of the audit: yes, keep the backup as secret as the key',
    ]),
  )
  expect(existsSync(`${file}.new`)).toBe(false)
})

test('a damaged, foreign or shortened file is refused before anything is touched', async () => {
  const bytes = await readFile(file)
  const changed = Buffer.from(bytes)
  // in the largest entry: the picture
  const middle = Math.floor(bytes.length / 2)
  changed.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle)
  for (const [name, content] of [
    ['changed', changed],
    ['short', bytes.subarray(0, bytes.length - 5000)],
    ['foreign', Buffer.from('no backup')],
  ] as const) {
    const path = join(folder, name)
    await writeFile(path, content)
    await expect(restore(path), name).rejects.toThrow()
  }
  expect(await tablesIn(target.url)).toBe(0)
})

test.each([
  ['0001-foundation', /made by a version before 1\.0\.0/],
  ['9999-future', /newer Docket .*9999-future/],
])('the backup of a database with the migration %s is refused', async (name, reason) => {
  const path = join(folder, name)
  const isOld = name.startsWith('0001')
  const back = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(server.db)
  if (isOld) await sql`delete from kysely_migration`.execute(server.db)
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(server.db)
  await backUp(path)
  await sql`delete from kysely_migration where name = ${name}`.execute(server.db)
  for (const one of isOld ? back.rows : []) {
    await sql`insert into kysely_migration (name, timestamp) values (${one.name}, '2026')`.execute(server.db)
  }
  await expect(restore(path)).rejects.toThrow(reason)
  expect(await tablesIn(target.url)).toBe(0)
})

test('a database that somebody uses is refused', async () => {
  const other = new Client(target.url)
  await other.connect()
  await expect(restore()).rejects.toThrow(/1 others are connected/)
  await other.end()
  expect(await tablesIn(target.url)).toBe(0)
})

test('a round trip has every row, file, key and waiting job, begins anew for clients, and can be worked on', async () => {
  const incarnation = async (from: TestServer | Awaited<ReturnType<typeof openStore>>) =>
    (await from.db.selectFrom('meta').select('v').where('k', '=', 'incarnation').executeTakeFirst())?.v
  await restore()
  await expect(restore()).rejects.toThrow(/not empty. Add --replace/)
  const config = configOf('new', target.url)
  expect(readFileSync(config.audit.keyFile, 'utf8')).toBe(readFileSync(configOf('old').audit.keyFile, 'utf8'))
  const store = await openStore(config, pino({ level: 'silent' }), { isLimited: true })
  try {
    await requireSharedKey(store.db, config)
    const key = await verifyingKey(config.audit.keyFile)
    if (!key) throw new Error('no key')
    const { heads, faults } = await readHeads(headsFile(config.dataDir), key)
    expect([heads.length, faults]).toEqual([1, []])
    const { fault, count } = await examineChain(store.db, ...heads)
    expect([fault, count > 0]).toEqual([null, true])
    expect(await incarnation(store)).not.toEqual(await incarnation(server))
    const { rows } = await sql`select name from pgboss.job where state = 'created'`.execute(store.db)
    expect(rows).toEqual([{ name: PURGE }])
  } finally {
    await store.close()
  }
  const again = await testServer({
    now: () => NOON,
    env: { DATA_DIR: join(folder, 'new') },
    database: openPool(target.url, { size: 4 }),
  })
  try {
    const kept = await again.send(alerts.file, { params: { alertId, fileId } })
    expect(Buffer.from(await kept.arrayBuffer()).equals(picture)).toBe(true)
    await again.call(cases.note, { params: { caseId }, body: { note: 'After the restore.' } })
    const { notes } = await again.call(cases.view, { params: { caseId } })
    expect(notes?.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Asked; "quoted", \\ and é.', 'After the restore.']),
    )
  } finally {
    await again.close()
  }
})

test('an interrupted restore leaves a database that no server starts on, until it is run again', async () => {
  const backup = await openBackup(file)
  const broken = {
    ...backup,
    read: async (entry: Parameters<typeof backup.read>[0]) => {
      if (entry.name.includes('.file.')) throw new Error('the disk went away')
      return backup.read(entry)
    },
  }
  const config = configOf('new')
  await expect(restoreBackup({ url: target.url, config, backup: broken, replace: true })).rejects.toThrow('went away')
  backup.close()
  const start = () => openStore(configOf('new', target.url), pino({ level: 'silent' }))
  await expect(start()).rejects.toThrow(/restore into this database was interrupted/)
  await restore(file, true)
  await (await start()).close()
})
