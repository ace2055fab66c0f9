import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { openEmbedded } from './embedded.ts'
import { isAlive, takeLock } from './lock.ts'
import { openPool } from './pool.ts'

let made: string
let folder: string
beforeAll(async () => {
  made = makeFolder()
  await openEmbedded(made).then((server) => server.close())
})
afterAll(() => removeFolder(made))
beforeEach(() => {
  folder = makeFolder()
  cpSync(made, folder, { recursive: true, preserveTimestamps: true })
})
afterEach(() => removeFolder(folder))

/** Everything in PostgreSQL's own directory but what its start writes into the log. */
function contents(): string[] {
  const files = readdirSync(join(folder, 'postgres'), { recursive: true }).map(String)
  return files
    .filter((name) => !name.startsWith('docket.log'))
    .map((name) => [name, statSync(join(folder, 'postgres', name))] as const)
    .filter(([, stat]) => stat.isFile())
    .map(([name, { size, mtimeMs }]) => `${name} ${size} ${mtimeMs}`)
    .toSorted()
}

const inPostgres = (name: string) => join(folder, 'postgres', name)
const facts = () => join(folder, 'database.json')

test.each([
  [
    'of a newer PostgreSQL',
    () => writeFileSync(inPostgres('PG_VERSION'), '99\n'),
    /written by PostgreSQL 99.*Nothing was changed.*pg_dump/,
  ],
  [
    'of an older PostgreSQL',
    () => writeFileSync(inPostgres('PG_VERSION'), '13\n'),
    /written by PostgreSQL 13.*Nothing was changed/,
  ],
  [
    'without its version',
    () => rmSync(inPostgres('PG_VERSION')),
    /not a whole PostgreSQL directory.*Nothing was changed.*backup/,
  ],
  ['without its control file', () => rmSync(inPostgres('global/pg_control')), /not a whole PostgreSQL directory/],
  [
    'with a broken control file',
    () => writeFileSync(inPostgres('global/pg_control'), Buffer.alloc(8192, 7)),
    /does not start.*backup/,
  ],
  [
    'of a newer Docket',
    () => writeFileSync(facts(), '{"format":2,"password":"x"}'),
    /newer Docket.*format 2.*Nothing was changed/,
  ],
  ['with an unreadable database.json', () => writeFileSync(facts(), '{"format'), /cannot be read.*backup/],
  ['without database.json', () => rmSync(facts()), /not database\.json.*backup/],
])('a data directory %s is refused with instructions, and left unchanged', async (_, harm, message) => {
  harm()
  const before = contents()
  await expect(openEmbedded(folder)).rejects.toThrow(message)
  expect(contents()).toEqual(before)
  const free = await takeLock(join(folder, 'lock'), 0)
  free()
})

test('an initialisation interrupted by a power failure is repeated', async () => {
  rmSync(join(folder, 'postgres'), { recursive: true })
  cpSync(join(made, 'postgres', 'base'), join(folder, 'postgres.new', 'base'), { recursive: true })
  const server = await openEmbedded(folder)
  expect([server.adopted, existsSync(join(folder, 'postgres.new'))]).toEqual([false, false])
  await server.close()
})

test('a postmaster.pid that names another program is treated as stale', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(other, 'spawn')
  writeFileSync(inPostgres('postmaster.pid'), `${other.pid}\n${join(folder, 'postgres')}\n1\n5432\n\n127.0.0.1\n`)
  const server = await openEmbedded(folder)
  expect(server.adopted).toBe(false)
  await server.close()
  other.kill()
})

test('the database listens on loopback, requires the password, is private, and syncs before it acknowledges', async () => {
  const server = await openEmbedded(folder)
  const store = openPool(server.url)
  const { rows } = await store.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'full_page_writes') order by name`,
  )
  expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=127.0.0.1',
    'synchronous_commit=on',
    'unix_socket_directories=',
  ])
  await store.close()
  const without = openPool(server.url.replace(/:[^:@]+@/, ':guess@'))
  await expect(without.pool.query('select 1')).rejects.toMatchObject({ code: '28P01' })
  await without.close()
  expect([statSync(facts()).mode & 0o777, statSync(inPostgres('.')).mode & 0o777]).toEqual([0o600, 0o700])
  await server.close()
})

test('statement parameters do not get into the database log', async () => {
  const server = await openEmbedded(folder)
  const store = openPool(server.url)
  await store.pool.query('create table one (name text unique)')
  await store.pool.query(`insert into one values ('Acme')`)
  await expect(store.pool.query(`insert into one values ('Acme')`)).rejects.toThrow()
  await store.close()
  await server.close()
  const log = readFileSync(inPostgres('docket.log'), 'utf8')
  expect(log).toMatch(/duplicate key/)
  expect(log).not.toMatch(/Acme/)
})

test('a living process keeps its lock and is named after a wait; a lock ends with its process', async () => {
  const file = join(folder, 'lock')
  const holds = `import { takeLock } from './server/store/lock.ts'; await takeLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', holds, file])
  const exited = once(holder, 'exit')
  await once(holder.stdout, 'data')
  await expect(takeLock(file, 100)).rejects.toThrow(`held by process ${holder.pid}.`)
  holder.kill('SIGKILL')
  await exited
  expect(isAlive(holder.pid ?? 0)).toBe(false)
  const leave = await takeLock(file)
  // of two handles in one process only one has it
  await expect(takeLock(file, 100)).rejects.toThrow(`held by process ${process.pid}.`)
  leave()
  const free = await takeLock(file, 0)
  free()
})
