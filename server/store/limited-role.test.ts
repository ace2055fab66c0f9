import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAll } from '#server/audit/audit.ts'
import { readConfig } from '#server/core/config.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { makeTaskQueue } from '#server/make-task-queue.ts'
import { withDatabase } from '#tests/support/database-setup.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openStore } from './open.ts'
import type { Store } from './pool.ts'

let owner: TestDatabase
let store: Store
const silent = pino({ level: 'silent' })
beforeAll(async () => {
  owner = await testDatabase()
  store = await openStore(readConfig({ DATABASE_URL: owner.url, DEMO_SIGN_IN: '1' }), silent, { isLimited: true })
})
afterAll(async () => {
  await store.close()
  await owner.close()
})

const actor = {
  account: { ...NOBODY, id: 'analyst', roles: ['analyst' as const] },
  platform: 'paxum',
  origin: { address: null, appVersion: null },
  now: () => new Date(),
}

test('the application appends audit entries, and cannot change any', async () => {
  await store.db
    .transaction()
    .execute((tx) => recordAll(tx, actor, [{ action: 'add note', object: { kind: 'case', id: 'PX1' } }]))
  for (const statement of [
    `update audit set note = 'x'`,
    'delete from audit',
    'truncate audit',
    'alter table audit disable trigger audit_append_only',
    'drop trigger audit_append_only on audit',
    'drop table audit cascade',
    'create trigger other before insert on audit for each row execute function refuse_change()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    `set session_replication_role = 'replica'`,
    `insert into kysely_migration values ('9999', '')`,
  ]) {
    await expect(store.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  }
})

test('the application role owns nothing but the schema of the task queue', async () => {
  const { rows } = await owner.pool.query(`
    select distinct n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_roles r on r.oid = c.relowner where r.rolname like '%\\_app' and n.nspname !~ '^pg_'`)
  expect(rows).toEqual([{ nspname: 'pgboss' }])
  const tasks = makeTaskQueue({ store, config: readConfig({}), log: silent, now: () => new Date() })
  await tasks.start()
  await store.db.transaction().execute((tx) => tasks.send(tx, 'purge', {}))
  await tasks.stop()
})

test('a queue that the owner created is handed over', async () => {
  await owner.pool.query('alter table pgboss.job owner to current_user; alter schema pgboss owner to current_user')
  const again = await openStore(readConfig({ DATABASE_URL: owner.url, DEMO_SIGN_IN: '1' }), silent, { isLimited: true })
  await again.pool.query('alter table pgboss.job add column other int')
  await again.close()
})

test('an owner without CREATEROLE works as before with a log entry; with the operator’s roles it is limited', async () => {
  const id = randomUUID().slice(0, 8)
  const [plain, app, database] = [`plain_${id}`, `app_${id}`, `plain_${id}`]
  const admin = new Client(owner.url)
  await admin.connect()
  await admin.query(`create role ${plain} login password 'secret'`)
  await admin.query(`create role ${app} login password 'secret'`)
  await admin.query(`create database ${database} owner ${plain}`)
  const as = (user: string) => {
    const url = new URL(withDatabase(owner.url, database))
    url.username = user
    url.password = 'secret'
    return url.href
  }
  const open = async (env: Record<string, string>) => {
    const log = new Lines()
    const opened = await openStore(readConfig({ ...env, DEMO_SIGN_IN: '1' }), log.logger, { isLimited: true })
    await opened.close()
    return { user: new URL(opened.url).username, warnings: log.warnings }
  }
  try {
    expect(await open({ DATABASE_URL: as(plain) })).toEqual({
      user: plain,
      warnings: [expect.stringMatching(/works as the owner.*can rewrite the audit: permission denied/)],
    })
    await expect(open({ DATABASE_URL: as(app), DATABASE_OWNER_URL: as(plain) })).rejects.toThrow(/DATABASE_OWNER_URL/)
    // only a member hands the queue's schema over
    await admin.query(`grant ${app} to ${plain}`)
    expect(await open({ DATABASE_URL: as(app), DATABASE_OWNER_URL: as(plain) })).toEqual({ user: app, warnings: [] })
  } finally {
    await admin.query(`drop database ${database} with (force)`)
    await admin.query(`drop role ${plain}, ${app}`)
    await admin.end()
  }
})

/** A log of which the warnings are kept. */
class Lines {
  readonly warnings: string[] = []
  readonly logger = pino(
    { level: 'warn' },
    { write: (line: string) => void this.warnings.push((JSON.parse(line) as { msg: string }).msg) },
  )
}
