// Messages to customers that could tell them of a suspicion or of a report: refused without a reason, audited with one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { seedHelpdesk } from '#server/demo/helpdesk.ts'
import { TIPPING_OFF_TERMS } from '#server/tipping-off/tipping-off-terms.ts'
import { termsIn } from '#server/tipping-off/guard.ts'
import { addAddress, addTicket } from '#tests/support/helpdesk.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type World } from '#tests/support/world.ts'

const platform = 'paxum'
const email = 'ada@mail.example'
let server: TestServer
let world: World
beforeAll(async () => {
  const TIPPING_OFF_WORDS = JSON.stringify({ paydek: ['umbrella'] })
  server = await testServer({ now: () => NOON, env: { TIPPING_OFF_WORDS } })
  world = await makeWorld(server.db)
  await seedHelpdesk(server.db, ['paxum', 'paydek'])
  for (const at of [platform, 'paydek']) await addAddress(server.db, at, '100', email)
})
afterAll(() => server.close())

const ask = async (description: string, reason?: string, at = platform) => {
  const body = { teamId: 'compliance', subject: 'Your payment', description, contact: { email }, customer_id: '100' }
  const tippingOffReason = reason === undefined ? {} : { tippingOffReason: reason }
  const input = { params: { platform: at }, body: { ...body, ...tippingOffReason } }
  const response = await server.send(helpdesk.createTicket, input, { as: 'superadmin' })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

describe('a message with terms of suspicion', () => {
  test('is refused with the terms, and not stored', async () => {
    const { status, answer } = await ask('Your SAR was filed because of suspicious activity.')
    expect([status, answer['code'], answer['current']]).toEqual([
      422,
      'tipping-off',
      { words: ['suspicious', 'SAR'], isReported: false },
    ])
    const { items } = await server.call(helpdesk.tickets, { params: { platform, customerId: '100' } })
    expect(items).toEqual([])
  })

  test('is refused with an empty reason', async () => {
    expect((await ask('It is suspicious.', ' x ')).status).toBe(400)
  })

  test('is sent with a reason, which is audited', async () => {
    expect((await ask('It is suspicious.', 'Quotes the words of the customer')).status).toBe(200)
    const entries = await auditOf(server.db, 'customer', '100')
    expect(entries.at(-1)).toMatchObject({
      after: { tippingOff: { words: ['suspicious'], isReported: false, reason: 'Quotes the words of the customer' } },
    })
  })

  test('is refused as a reply, too', async () => {
    const ticketId = await addTicket(server.db, await world.addCase(), email)
    const body = { fromEmail: 'kyc@paxum.example', to: email, content: 'Wir haben Sie wegen Geldwäsche angezeigt.' }
    const params = { platform, ticketId }
    expect((await server.send(helpdesk.reply, { params, body })).status).toBe(422)
    const tippingOffReason = 'Approved by the MLRO'
    expect((await server.send(helpdesk.reply, { params, body: { ...body, tippingOffReason } })).status).toBe(200)
  })

  test('is checked against the platform’s own terms, where it has some', async () => {
    expect((await ask('It is suspicious.', undefined, 'paydek')).status).toBe(200)
    expect((await ask('Take an umbrella.', undefined, 'paydek')).status).toBe(422)
  })
})

describe('a customer with a report', () => {
  test('is contacted only with a reason within twelve months, whatever the message says', async () => {
    const reported = await world.addCase({ status: 'str' })
    const finished = (at: string) =>
      server.db
        .updateTable('monitoring_case')
        .set({ finished_at: new Date(at) })
        .where('id', '=', reported.id)
        .execute()
    await finished('2025-03-01T00:00:00Z')
    expect((await ask('Please send your passport.')).status).toBe(200)
    await finished('2025-03-20T00:00:00Z')
    const { status, answer } = await ask('Please send your passport.')
    expect([status, answer['current']]).toEqual([422, { words: [], isReported: true }])
    expect((await ask('Please send your passport.', 'Periodic review, agreed with the MLRO')).status).toBe(200)
  })
})

test('terms are found in many languages, short ones as whole words, and not inside other words', () => {
  const found = (text: string) => termsIn(text, TIPPING_OFF_TERMS)
  expect(found('Operación sospechosa, blanchiment, подозрительный, 可疑')).toEqual([
    'sospechosa',
    'blanchiment',
    'подозрительный',
    '可疑',
  ])
  expect(found('The sarong of Mr Strauss, from the amlet')).toEqual([])
})
