import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOBODY } from '#server/identity/accounts.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { examineChain } from './examine-chain.ts'
import { recordAll, type Actor } from './audit.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await write(10)
})
afterEach(() => database.close())

const actor: Actor = {
  account: { ...NOBODY, id: 'analyst', roles: ['analyst'] },
  platform: 'paxum',
  origin: { address: null, appVersion: null },
  now: () => new Date('2026-01-02T03:04:06.789Z'),
}
const write = (many: number) => {
  const entries = Array.from({ length: many }, (_, n) => ({
    action: 'add note',
    object: { kind: 'case', id: `PX${n}` },
  }))
  return database.db.transaction().execute((tx) => recordAll(tx, actor, entries))
}

/** As somebody with the rights of the table's owner would do it. */
const tamper = (...statements: string[]) =>
  database.pool.query(
    [
      'alter table audit disable trigger audit_append_only',
      ...statements,
      'alter table audit enable trigger audit_append_only',
    ].join('; '),
  )

const SHIFT = [
  'update audit set n = -n - 1 where n >= 5',
  'update audit set n = -n where n < 0',
  `insert into audit select (json_populate_record(a, '{"n": 5, "note": "forged"}')).* from audit a where n = 4`,
]

test('an intact chain has a count and a head, which proves it later', async () => {
  const { count, head, fault } = await examineChain(database.db)
  expect([count, head.n, fault]).toEqual([10, 10, null])
  expect(head.hash).toMatch(/^[\da-f]{64}$/)
  await write(3)
  expect(await examineChain(database.db, head)).toMatchObject({ count: 13, fault: null })
})

test('an empty chain is intact', async () => {
  await tamper('delete from audit')
  expect(await examineChain(database.db)).toMatchObject({ count: 0, fault: null })
})

test.each([
  [
    'changed',
    [`update audit set note = 'other' where n = 5`],
    'changed',
    5,
    /^Entry 5 \(add note on case PX4 by analyst/,
  ],
  ['given another author', [`update audit set actor = 'eve' where n = 1`], 'changed', 1, /^Entry 1 .*by eve/],
  ['deleted', ['delete from audit where n = 5'], 'missing', 5, /^Entry 5 is missing: add note on case PX5/],
  ['deleted with its neighbours', ['delete from audit where n in (5, 6)'], 'missing', 5, /^Entries 5 to 6 are missing/],
  [
    'deleted, the rest moved up',
    ['delete from audit where n = 5', 'update audit set n = n - 1 where n > 5'],
    'moved',
    5,
    /was entry 6/,
  ],
  ['put in between', SHIFT, 'changed', 5, /^Entry 5 .*is not what was written/],
  [
    'put in another order',
    [
      'update audit set n = -6 where n = 5',
      'update audit set n = 5 where n = 6',
      'update audit set n = 6 where n = -6',
    ],
    'moved',
    5,
    /^Entry 5 .*was entry 6/,
  ],
  [
    'put in place of another, with a hash that fits',
    ['update audit set previous = hash, hash = sha256(hash) where n = 5'],
    'changed',
    5,
    /^Entry 5/,
  ],
] as const)('an entry that was %s is named', async (_, statements, kind, n, text) => {
  await tamper(...statements)
  expect(await examineChain(database.db)).toMatchObject({
    count: n - 1,
    fault: { kind, n, text: expect.stringMatching(text) },
  })
})

test('an entry rewritten under its old number is detected by the next entry', async () => {
  const { rows } = await database.pool.query('select * from audit where n >= 5 order by n')
  await tamper('delete from audit where n >= 5')
  await write(1)
  // the others go on where the old one was
  for (const row of rows.slice(1))
    await database.db
      .insertInto('audit')
      .values({ ...row, roles: row.roles })
      .execute()
  expect(await examineChain(database.db)).toMatchObject({
    count: 5,
    fault: { kind: 'unlinked', n: 6, text: expect.stringMatching(/does not follow on entry 5/) },
  })
})

test('a truncated or rewritten end is detected against a stored head', async () => {
  const { head } = await examineChain(database.db)
  await tamper('delete from audit where n > 7')
  expect(await examineChain(database.db)).toMatchObject({ count: 7, fault: null })
  expect(await examineChain(database.db, head)).toMatchObject({ fault: { kind: 'cut off', n: 8 } })
  await write(3)
  expect(await examineChain(database.db, head)).toMatchObject({
    count: 10,
    fault: { kind: 'rewritten', n: 10, text: expect.stringMatching(/rewritten/) },
  })
})
