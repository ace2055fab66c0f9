import { assert, asyncProperty, jsonValue, string } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODY } from '#server/identity/accounts.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { record, recordAll, verifyChain, type Actor } from './audit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const actor: Actor = {
  account: { ...NOBODY, id: 'analyst', roles: ['analyst'] },
  platform: 'paxum',
  origin: {
    address: '127.0.0.1',
    appVersion: '2.0.9',
    opId: '0192F0C0-0000-7000-8000-00000000000A',
    clientTime: new Date('2026-01-02T03:04:05.678Z'),
    skewMs: -12.6,
    device: 'desk',
    devSeq: 7,
    offline: true,
  },
  now: () => new Date('2026-01-02T03:04:06.789Z'),
}
const entry = { action: 'add note', object: { kind: 'case', id: 'PX1' } }
const write = (...entries: (typeof entry)[]) => database.db.transaction().execute((tx) => recordAll(tx, actor, entries))

/** As somebody with the rights of the table's owner would do it. */
const tamper = (statement: string) =>
  database.pool.query(
    `alter table audit disable trigger audit_append_only; ${statement}; alter table audit enable trigger audit_append_only`,
  )

test('an entry can be neither changed nor deleted', async () => {
  await write(entry)
  for (const statement of [`update audit set note = 'x'`, 'delete from audit', 'truncate audit']) {
    await expect(database.pool.query(statement)).rejects.toThrow(/append-only/)
  }
})

test('an entry holds who, what, when and from where, and its hash covers all of it', async () => {
  await database.db.transaction().execute((tx) =>
    record(tx, actor, {
      ...entry,
      version: 3,
      before: { status: 'new', amount: 1.5 },
      after: { status: 'await', 'ключ"': ['\n', { b: 1, a: null }] },
      reason: 'FP_DATA',
      note: 'Zoë said “no”',
      ruleRevision: '12',
      alertIds: ['4', '5'],
    }),
  )
  const row = await database.db.selectFrom('audit').selectAll().orderBy('n', 'desc').executeTakeFirstOrThrow()
  expect({ ...row, previous: null, hash: null }).toEqual({
    n: expect.stringMatching(/^[1-9]/),
    at: new Date('2026-01-02T03:04:06.789Z'),
    client_time: new Date('2026-01-02T03:04:05.678Z'),
    skew_ms: '-13',
    actor: 'analyst',
    roles: ['analyst'],
    platform: 'paxum',
    action: 'add note',
    object_kind: 'case',
    object_id: 'PX1',
    version: '3',
    before: { status: 'new', amount: 1.5 },
    after: { status: 'await', 'ключ"': ['\n', { b: 1, a: null }] },
    reason: 'FP_DATA',
    note: 'Zoë said “no”',
    rule_revision: '12',
    alert_ids: ['4', '5'],
    idempotency_key: '0192f0c0-0000-7000-8000-00000000000a',
    device: 'desk',
    dev_seq: '7',
    offline: true,
    app_version: '2.0.9',
    address: '127.0.0.1',
    previous: null,
    hash: null,
  })
  expect(await verifyChain(database.db)).not.toHaveProperty('broken')
})

test('a stored entry has the same hash when it is read back', async () => {
  // PostgreSQL keeps no NUL and no lone surrogate, and rounds nothing that JSON can write exactly
  const words = string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000'))
  const value = jsonValue({ stringUnit: 'grapheme' }).filter((one) => !JSON.stringify(one).includes('\\u0000'))
  await assert(
    asyncProperty(words, value, value, async (note, before, after) => {
      await database.db.transaction().execute((tx) => record(tx, actor, { ...entry, note, before, after }))
      expect(await verifyChain(database.db)).not.toHaveProperty('broken')
    }),
    { numRuns: 40 },
  )
})

test('concurrent writers make one chain, and a rollback leaves no gap', async () => {
  const { count } = await verifyChain(database.db)
  const failing = database.db.transaction().execute(async (tx) => {
    await record(tx, actor, entry)
    throw new Error('rolled back')
  })
  await Promise.all([
    ...Array.from({ length: 20 }, () => write(entry, entry)),
    expect(failing).rejects.toThrow('rolled back'),
  ])
  expect(await verifyChain(database.db)).toEqual({ count: count + 40 })
})

test.each([
  ['changed', `update audit set note = 'other' where n = 5`, 5],
  ['taken out', 'delete from audit where n = 5', 5],
  ['moved', 'update audit set n = n + 1000000 where n > 7', 8],
])('an entry that was %s is detected', async (_, statement, broken) => {
  const other = await testDatabase()
  const swap = database
  database = other
  await write(...Array.from({ length: 10 }, () => entry))
  await tamper(statement)
  expect(await verifyChain(other.db)).toEqual({ count: broken - 1, broken })
  database = swap
  await other.close()
})
