// The initial answers of a form, and the checks before its review and its approval.
import { expect, test } from 'vitest'
import { documentForms } from '#contract/calls/document-forms.ts'
import { FORM_TYPES } from '#contract/model/forms/document-form.ts'
import { formDocument, recordHash } from '#server/forms/form-document.ts'
import { Refused } from '#tests/support/server.ts'
import { answersFor, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => new Date(NOON.getTime() + 3_600_000) })

const refused = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  if (!(error instanceof Refused)) throw new Error('the call was not refused', { cause: error })
  return error.problem
}

test('submitting a form with open questions for review names them', async () => {
  for (const type of FORM_TYPES) {
    const uuid = await world.addForm({ type, data: {} })
    const call = server.call(documentForms.review, { params: { uuid }, query: { version: 1 } })
    expect(await refused(call)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Not ready for review: .+ is not answered;/),
    })
  }
  const rows = { ...answersFor('sar'), startingActions: [{ transactionId: '7', date: '2026-03-01' }] }
  const uuid = await world.addForm({ type: 'sar', data: rows })
  const call = server.call(documentForms.review, { params: { uuid }, query: { version: 1 } })
  expect((await refused(call)).message).toBe(
    'Not ready for review: Starting action 1: Amount is not answered; Starting action 1: Currency is not answered; ' +
      'Starting action 1: Method is not answered.',
  )
})

test.each([
  ['a reversed period', { activityTo: '2026-02-01' }, 'activityTo', 'To is before From, 2026-03-01'],
  ['no transaction', { startingActions: [] }, 'startingActions', 'Starting action names no transaction'],
  ['a date in the future', { detectedOn: '2026-03-12' }, 'detectedOn', 'Detected on is in the future'],
  [
    'a transaction outside the period',
    { activityFrom: '2026-02-01', activityTo: '2026-02-28' },
    'startingActions.0.date',
    'Starting action 1: Date is outside the period 2026-02-01 to 2026-02-28',
  ],
])('a report with %s is neither submitted for review nor approved', async (_, change, place, message) => {
  const data = { ...answersFor('sar'), ...change }
  for (const [act, status] of [
    ['review', 'new'],
    ['approve', 'review'],
  ] as const) {
    const uuid = await world.addForm({ type: 'sar', status, data })
    const call = server.call(documentForms[act], { params: { uuid }, query: { version: 1 } }, { as: 'docadmin' })
    expect(await refused(call), act).toMatchObject({
      status: 409,
      message: `Not ready for review: ${message}.`,
      current: { faults: [{ place }], status, version: 1 },
    })
  }
})

test('an EDD with a past review date or shares above 100 % is refused', async () => {
  const owner = (share: string) => ({ name: 'A', share })
  const data = { ...answersFor('edd_ong'), nextReview: '2026-03-01', owners: [owner('60'), owner('50')] }
  const uuid = await world.addForm({ data })
  const call = server.call(documentForms.review, { params: { uuid }, query: { version: 1 } })
  expect((await refused(call)).message).toBe(
    'Not ready for review: Beneficial owner shares come to 110 per cent; Next review is in the past.',
  )
})

test('a report begun on a case includes it, whatever was recommended, and the case shows the report', async () => {
  const one = await world.addCase({ customer: 'ada', direction: 'incoming', service: 'p2p', usd: '4321.00' })
  await world.addCase({ customer: 'ada', usd: '1.00' })
  const data = { transactionIp: '203.0.113.7', originatorAccountNumber: 'N-1', beneficiaryAccountNumber: 'A-1' }
  await server.db
    .updateTable('transaction')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', one.transactionId)
    .execute()
  await server.db
    .insertInto('customer_email')
    .values({ platform: 'paxum', customer_id: '100', email: 'ada@example.test' })
    .execute()
  const params = { platform: 'paxum', customerId: '100', type: 'sar' }
  const form = await server.call(documentForms.create, { params, query: { caseId: one.id }, body: {} })
  expect(form.data).toMatchObject({
    detectedOn: '2026-03-10',
    caseIds: one.id,
    activityFrom: '2026-03-10',
    activityTo: '2026-03-10',
    activityAmountUsd: '4321.00',
    products: ['Wallet'],
    ipAddresses: '203.0.113.7',
    subjectContact: 'ada@example.test',
    startingActions: [
      {
        transactionId: one.transactionId,
        method: 'P2P',
        account: 'N-1',
        conductor: 'Northwind Ltd',
        amount: '4321.00',
      },
    ],
    completingActions: [
      { disposition: 'Credited to the account', account: 'A-1', beneficiary: 'Ada Byron', beneficiaryCountry: 'GB' },
    ],
  })
  const shown = await server.call(documentForms.byCase, { params: { caseId: one.id } })
  expect(shown.items.map(({ uuid }) => uuid)).toEqual([form.uuid])
  const other = await world.addCase({ customer: 'acme' })
  expect(
    await refused(server.call(documentForms.create, { params, query: { caseId: other.id }, body: {} })),
  ).toMatchObject({
    status: 404,
    message: `There is no case ${other.id} of customer 100 here.`,
  })
  expect((await refused(server.call(documentForms.byCase, { params: { caseId: 'PX404' } }))).status).toBe(404)
})

test('an EDD starts with risk, screening, ownership and account activity', async () => {
  const acme = { platform: 'paxum', customer_id: '200' }
  const factors = [{ name: 'country', label: 'Country', value: 'CA', score: 40 }]
  await server.db
    .insertInto('customer_risk')
    .values({
      ...acme,
      score: 61,
      level: 'high',
      diligence: 'EDD',
      factors: JSON.stringify(factors),
      updated_at: NOON,
    })
    .execute()
  await server.db
    .updateTable('customer')
    .set({
      profile: JSON.stringify({
        address: { line: '46 Friedrichstraße', city: 'Berlin', zip: '10117', country: 'DE' },
      }),
    })
    .where('id', '=', '200')
    .where('platform', '=', 'paxum')
    .execute()
  await server.db
    .insertInto('company_member')
    .values({
      platform: 'paxum',
      company_id: '200',
      member_id: 'x',
      role: 'owner',
      name: 'Zoë Ünal',
      type: 'personal',
      country: 'TR',
      share: 60,
    })
    .execute()
  await world.addCase({ customer: 'acme', service: 'wire3rdParty', usd: '300.00' })
  const params = { platform: 'paxum', customerId: '200', type: 'edd_ong' }
  const { data } = await server.call(documentForms.create, { params, body: {} })
  expect(data).toMatchObject({
    triggers: ['Risk score'],
    riskRating: 'high',
    riskReasons: 'Risk score 61.\nCountry: CA (40)',
    address: '46 Friedrichstraße, 10117 Berlin, Germany',
    owners: [{ name: 'Zoë Ünal', share: '60', country: 'TR' }],
    geography: 'United States',
    products: expect.stringContaining('Wire 3D'),
    actualCorridors: expect.stringMatching(/^United States \d+ USD$/),
    alertHistory: expect.stringContaining('alerts'),
  })
})

const formOf = (uuid: string) => server.call(documentForms.view, { params: { uuid } })

test('a print states whether it is a draft, formats amounts, labels services and has the record’s hash', async () => {
  const data = {
    ...answersFor('sar'),
    startingActions: [{ transactionId: '7', amount: '21800.50', date: '2026-03-01', method: 'wire3rdParty' }],
  }
  const draft = await formOf(await world.addForm({ type: 'sar', data }))
  const approved = await formOf(await world.addForm({ type: 'sar', data, status: 'approved' }))
  const printed = formDocument(draft, draft.createAt)
  expect([printed.watermark, formDocument(approved, approved.createAt).watermark]).toEqual([
    expect.objectContaining({ text: 'DRAFT' }),
    undefined,
  ])
  for (const text of ['21,800.50', 'Wire 3D']) expect(JSON.stringify(printed)).toContain(text)
  expect(recordHash(draft)).toMatch(/^[\da-f]{64}$/)
  expect(recordHash({ ...draft, data: {} })).not.toBe(recordHash(draft))
})
