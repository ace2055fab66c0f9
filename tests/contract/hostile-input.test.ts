// Input that no window of ours sends is refused in plain words or accepted, and never fails the server.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { reports } from '#contract/calls/reports.ts'
import { sync } from '#contract/calls/sync.ts'
import { eachCall } from '#contract/table.ts'
import { allSequenceGaps, forgetIdleSequenceNumbers, gapLine } from '#server/sync/sequence-gaps.ts'
import { findRow } from '#tests/contract/roles/rows.ts'
import type { As } from '#tests/support/server.ts'
import { NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const { server, world } = await startInFolder({ now: () => NOON })

async function answer(call: Call, input: object, as?: As) {
  const response = await server.send(call, input as never, as)
  const text = await response.text()
  const { message = '' } = (text.startsWith('{') ? JSON.parse(text) : {}) as { message?: string }
  return { status: response.status, message, length: text.length }
}

describe('nesting', () => {
  const deep = `${'{"\\u0000\\ud800":['.repeat(2000)}1${']}'.repeat(2000)}`
  test.each<[string, string, string, string, string | null]>([
    ['before signing in', 'POST', '/api/login/exchange', `{"code":${deep}}`, null],
    ['a keymap', 'POST', '/api/management/settings', `{"kind":"keymap","value":${deep}}`, 'analyst'],
    ['a rule', 'POST', '/api/management/rule', `{"options":${deep}}`, 'manager'],
    ['a note', 'PATCH', '/api/management/case/note/PX1', `{"note":${deep}}`, 'analyst'],
  ])('%s, 2,000 levels deep', async (_, method, path, body, as) => {
    const headers = { platform: 'paxum', ...(as !== null && { 'auth-token': await server.token(as) }) }
    const response = await server.fetch(path, { method, headers, body })
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      'body: nested deeper than 40 levels',
    ])
  })

  test('a list beyond any valid length', async () => {
    const choices = Array.from({ length: 400_000 }, () => 1)
    const uuid = await world.addForm({ type: 'sar' })
    expect(await answer(documentForms.change, { params: { uuid }, body: { suspicionOf: choices } })).toMatchObject({
      status: 400,
      message: 'body: a list of more than 20000 entries',
    })
  })
})

test('the first twenty faults are reported', async () => {
  const uuid = await world.addForm({ type: 'sar' })
  const body = {
    suspicionOf: Array.from({ length: 10_000 }, () => 1),
    ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${n}`, 1])),
  }
  const { status, message, length } = await answer(documentForms.change, { params: { uuid }, body })
  expect([status, message]).toEqual([400, expect.stringMatching(/; and \d+ more$/)])
  expect(length).toBeLessThan(10_000)
})

describe('dates and numbers beyond the database’s range', () => {
  const PATHS: [Call, (date: string) => object][] = [
    [reports.csv as Call, (endDate) => ({ query: { endDate } })],
    [reports.transactions as Call, (endDate) => ({ query: { endDate } })],
    [reports.metadata as Call, (startDate) => ({ query: { startDate } })],
    [cases.list as Call, (date) => ({ query: { 'date[]': [date, ''] } })],
    [allowlists.list as Call, (date) => ({ query: { 'date[]': [date, ''] } })],
    [allowlists.list as Call, (date) => ({ query: { 'date[]': ['', date] } })],
  ]
  test('the first and the last year', async () => {
    const statuses = []
    for (const [call, query] of PATHS) {
      for (const date of ['0000-01-01', '0000-12-31', '0001-01-01', '9999-12-31']) {
        statuses.push((await answer(call, query(date), { as: 'manager' })).status)
      }
    }
    expect(statuses).toEqual(PATHS.flatMap(() => [400, 400, 400, 200]))
  })
})

test('versions that no row has', async () => {
  const tried = []
  for (const [name, call] of eachCall()) {
    const row = findRow(name)
    const input = (await row?.input(await world.addCase(row.on), world, 'superadmin')) as { body?: object } | undefined
    if (!input?.body || !('version' in input.body)) continue
    tried.push(name)
    for (const version of [1e-7, 1.5, -1, 2 ** 31, 2 ** 53]) {
      const spoilt = { ...input, body: { ...input.body, version } }
      const { status } = await answer(call, spoilt, { as: 'superadmin' })
      expect(status, `${name} ${version}`).toBeLessThan(500)
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['screening.setThreshold', 'policies.set', 'access.change']))
})

describe('one idempotency key of two accounts', () => {
  test('stores the notes of both', async () => {
    const { id } = await world.addCase()
    const key = randomUUID()
    for (const as of ['analyst', 'analyst2']) {
      const sent = () =>
        answer(cases.note, { params: { caseId: id }, body: { note: as } }, { as, headers: { 'idempotency-key': key } })
      expect([(await sent()).status, (await sent()).status]).toEqual([200, 200])
    }
    const { notes = [] } = await server.call(cases.view, { params: { caseId: id } })
    expect(notes.map(({ text }) => text).toSorted()).toEqual(['analyst', 'analyst2'])
  })

  test('stores their comments on an account alert too', async () => {
    const alert = await world.addAccountAlert()
    const key = randomUUID()
    const statuses = []
    for (const as of ['analyst', 'analyst2']) {
      const input = { params: { alertId: alert.id }, body: { note: as } }
      statuses.push((await answer(accountAlerts.addComment, input, { as, headers: { 'idempotency-key': key } })).status)
    }
    expect(statuses).toEqual([200, 200])
  })
})

describe('messages for people', () => {
  test.each<[Call, object, string]>([
    [cases.note, { params: { caseId: 'PX1' }, body: { note: ' ' } }, 'Enter a note'],
    [cases.note, { params: { caseId: 'PX1' }, body: {} }, 'Enter a note'],
    [cases.note, { params: { caseId: 'PX1' }, body: { note: 7 } }, 'note: must be a text'],
    [
      cases.note,
      { params: { caseId: 'PX1' }, body: { note: 'x'.repeat(20_001) } },
      'note: must be at most 20000 characters long',
    ],
    [cases.list, { query: { page: '0' } }, 'page: must be at least 1'],
    [cases.list, { query: { direction: 'up' } }, 'direction: must be one of incoming, outgoing, debit'],
  ])('%# is in plain words', async (call, input, message) => {
    expect(await answer(call, input)).toMatchObject({ status: 400, message })
  })
})

describe('storage limits', () => {
  test('unreferenced uploads have a quota, and a form that names some frees it', async () => {
    const attach = () =>
      answer(documentForms.attach, { body: { file: new File(['evidence'], 'e.txt') } }, { as: 'analyst2' })
    await sql`insert into file (id, platform, name, type, size, created_by, created_at)
      select gen_random_uuid(), 'paxum', 'x.txt', 'text/plain', 1, 'analyst2', ${NOON} from generate_series(1, 99)`.execute(
      server.db,
    )
    expect([(await attach()).status, (await attach()).status]).toEqual([200, 409])
    const uuid = await world.addForm({ author: 'analyst2' })
    await sql`update file set form_id = ${uuid} where created_by = 'analyst2' and size = 1`.execute(server.db)
    expect((await attach()).status).toBe(200)
  })

  test('an account discards a limited number of operations a day, and numbers of idle devices are removed', async () => {
    const reset = () =>
      answer(sync.storageReset, { body: { device: randomUUID(), lastSeq: 10_000, pending: 0 } }, { as: 'docadmin' })
    expect([(await reset()).status, (await reset()).status, (await reset()).status]).toEqual([200, 200, 429])
    const left = async () =>
      (await server.db.selectFrom('tombstone').selectAll().where('account_id', '=', 'docadmin').execute()).length
    await forgetIdleSequenceNumbers(server.db, NOON)
    expect(await left()).toBe(20_000)
    await forgetIdleSequenceNumbers(server.db, new Date(NOON.getTime() + 1))
    expect(await left()).toBe(0)
    expect(await allSequenceGaps(server.db)).toEqual([])
  })
})

test('a device cannot write control characters to the operator’s terminal', () => {
  const gap = { account: 'a', device: 'd\u001b[2J', label: 'x\u001b]0;y\u0007', from: 1, to: 1, seenAt: null }
  expect(gapLine(gap)).not.toMatch(/\p{Cc}/u)
})
