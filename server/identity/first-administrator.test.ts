import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeFirstAdministrator } from './first-administrator.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const make = (email: string) => makeFirstAdministrator(database.db, { email })
const accounts = () =>
  database.db.selectFrom('account').select(['email', 'roles', 'is_disabled']).orderBy('email').execute()
const audited = async () =>
  (await database.db.selectFrom('audit').select(['actor', 'action', 'after']).orderBy('n').execute()).map(
    ({ actor, action, after }) => [actor, action, (after as { email?: string } | null)?.email],
  )

test.each(['', 'ada', 'ada@', '@x.example', 'a b@x.example', "x'; drop table account; --"])(
  '“%s” is refused',
  async (email) => {
    await expect(make(email)).rejects.toThrow(/is not an e-mail address/)
    expect(await accounts()).toEqual([])
  },
)

test('the first administrator is added once, audited, and nobody beside them', async () => {
  const both = await Promise.all([make('Ada@x.example'), make('ada@X.example')])
  expect(both.toSorted()).toEqual([false, true])
  expect(await make('ada@x.example')).toBe(false)
  await expect(make('eve@x.example')).rejects.toThrow(/^ada@x.example is a super administrator: /i)
  expect((await accounts()).map(({ roles }) => roles)).toEqual([['super_admin']])
  expect(await audited()).toEqual([['command line', 'add account', expect.stringMatching(/^ada@x.example$/i)]])
})

test('an account becomes super administrator if none is left, and keeps its roles and platforms', async () => {
  await database.db.updateTable('account').set({ is_disabled: true }).execute()
  await database.db
    .insertInto('account')
    .values({
      id: 'bob',
      email: 'bob@x.example',
      first_name: 'Bob',
      last_name: 'B',
      roles: ['analyst'],
      platforms: ['paxum'],
    })
    .execute()
  expect(await make('bob@x.example')).toBe(true)
  expect((await accounts()).map(({ roles, is_disabled }) => [roles, is_disabled])).toEqual([
    [['super_admin'], true],
    [['analyst', 'super_admin'], false],
  ])
  expect((await audited()).at(-1)).toEqual(['command line', 'change access', 'bob@x.example'])
})
