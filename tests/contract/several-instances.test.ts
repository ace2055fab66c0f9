import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import { session } from '#contract/calls/sign-in.ts'
import { tasks } from '#contract/calls/tasks.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { poke, type PokeOrGap } from '#server/store/pokes.ts'
import { openPool } from '#server/store/pool.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pay } from '#tests/support/payments.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, type World } from '#tests/support/world.ts'

let one: TestServer
let other: TestServer
let world: World
beforeAll(async () => {
  const database = await testDatabase()
  const now = () => NOON
  one = await testServer({ database, now })
  other = await testServer({ database: openPool(database.url, { size: 4 }), now })
  world = await makeWorld(one.db)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const info = async (server: TestServer, token: string) =>
  (await server.fetch('/api/login/info', { headers: { 'auth-token': token } })).status

test('a session is valid at every instance, until it ends at any', async () => {
  const token = await one.services.sessions.start('analyst')
  expect([await info(one, token), await info(other, token)]).toEqual([200, 200])
  await other.send(session.logout, {}, { as: null, headers: { 'auth-token': token } })
  expect([await info(one, token), await info(other, token)]).toEqual([401, 401])
})

test('an operation sent to both instances is done once', async () => {
  const { id } = await world.addCase()
  const note = (server: TestServer) =>
    server.send(
      cases.note,
      { params: { caseId: id }, body: { note: 'Asked for the invoice.' } },
      { headers: { 'idempotency-key': '6a2f1c1e-8a55-4c39-9d4f-3d7f3a9b7c10' } },
    )
  const answers = await Promise.all([note(one), note(other)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ headers }) => headers.get('idempotency-replayed')).toSorted()).toEqual(
    ['true', null].toSorted(),
  )
  expect((await one.call(cases.view, { params: { caseId: id } })).notes).toHaveLength(1)
})

test('a task created at one instance is visible at the other, which runs it', async () => {
  const manager = { as: 'manager' }
  const criteria = { limit_transaction: { limit: '1000' } }
  const options = { action: 'alert', trigger_event: 'transaction' } as const
  const rule = { name: 'Large', description: '', platform: 'paxum', type: 'transaction', criteria, options } as const
  const { id: ruleId } = await one.call(rules.create, { body: rule }, manager)
  await ingest(one.db, [pay('t1', '03-05 10:00', 'ann > x!', 2000)], { platform: 'paxum', now: NOON })
  const allowlist: AllowlistBody = {
    name: 'Payroll',
    comment: 'Known.',
    platform: 'paxum',
    ruleId,
    customerType: 'personal',
    ignoreCriteria: false,
    startDate: '2026-03-01',
    endDate: null,
    ruleCriteria: { limit_transaction: { limit: '5000' } },
  }
  const { versionId } = await one.call(allowlists.create, { body: allowlist }, manager)
  const { taskUuid } = await one.call(allowlists.resolveAlerts, { params: { versionId }, body: {} }, manager)
  const seen = async () => (await other.call(tasks.view, { params: { uuid: taskUuid ?? '' } })).items[0]?.status
  expect(await seen()).toBe('Processing')
  await other.services.tasks.start()
  await vi.waitFor(async () => expect(await seen()).toBe('Processed'), 20_000)
  await other.services.tasks.stop()
})

describe('change notifications', () => {
  /** The pokes of an instance up to the expected last one. */
  async function hears(server: TestServer, last: PokeOrGap, act: () => Promise<unknown>): Promise<PokeOrGap[]> {
    const heard: PokeOrGap[] = []
    let stop = () => {}
    await new Promise<void>((resolve, reject) => {
      const hear = (each: PokeOrGap) => {
        heard.push(each)
        if (JSON.stringify(each) === JSON.stringify(last)) resolve()
      }
      server.services.pokes
        .listen(hear)
        .then((end) => {
          stop = end
          return act()
        }, reject)
        .catch(reject)
    })
    stop()
    return heard
  }
  const end: PokeOrGap = { platform: null, topic: 'end of the test' }
  const finish = () => poke(one.db, [end])

  test('written at one instance are received at the other, by platform and kind of object', async () => {
    const { id } = await world.addCase()
    const heard = await hears(other, end, async () => {
      await one.call(cases.note, { params: { caseId: id }, body: { note: 'Looked at.' } })
      await finish()
    })
    expect(heard).toEqual([{ platform: 'paxum', topic: 'case' }, end])
  })

  test('are not sent for refused or rolled back changes', async () => {
    const heard = await hears(other, end, async () => {
      await one.send(cases.note, { params: { caseId: 'PX0' }, body: { note: 'Nowhere.' } })
      const undone = one.db.transaction().execute(async (tx) => {
        await poke(tx, [{ platform: 'paxum', topic: 'case' }])
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await finish()
    })
    expect(heard).toEqual([end])
  })

  test('are deduplicated within a transaction', async () => {
    const twice: PokeOrGap = { platform: 'paydek', topic: 'rule' }
    const heard = await hears(other, end, () => poke(one.db, [twice, twice, end]))
    expect(heard).toEqual([twice, end])
  })

  test('report a possible gap after a broken connection, and resume', async () => {
    await hears(other, 'missed', () =>
      one.store.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'docket pokes'`,
      ),
    )
    expect(await hears(other, end, finish)).toEqual([end])
  })

  test('end when the listener unsubscribes', async () => {
    const heard: PokeOrGap[] = []
    const stop = await other.services.pokes.listen((each) => heard.push(each))
    stop()
    await hears(other, end, finish)
    expect(heard).toEqual([])
  })
})
