import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { toPath, type Call } from '#contract/call.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { BASES } from '#contract/request.ts'
import { FORM_ACTS, FORM_MOVES, FORM_STATUSES, type FormAct } from '#contract/model/forms/document-form.ts'
import { testServer, type As } from '#tests/support/server.ts'
import { answersFor, auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const clock = { now: new Date(NOON.getTime() + 3_600_000) }
const at = { date: '2026-03-10 13:00:00', timezone: 'UTC' }
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
const nobodys = '00000000-0000-4000-8000-000000000404'
const PDF = (text = '') => `%PDF-1.7\n${text}`

const { folder, server, world } = await startInFolder({ now: () => clock.now })

const filesKept = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).length
const upload = (name: string, bytes = 'evidence', as?: As) =>
  server.call(documentForms.attach, { body: { file: new File([bytes], name) } }, as)
const view = (uuid: string, as?: As) => server.call(documentForms.view, { params: { uuid } }, as)
const signed = (uuid: string) => ({ params: { uuid }, body: { form: new File([PDF()], 'signed.pdf') } })

/** The call of each act, on a version. */
const ACTS: Record<FormAct, (uuid: string, version: number) => [Call, object]> = {
  change: (uuid, version) => [documentForms.change, { params: { uuid }, query: { version }, body: {} }],
  review: (uuid, version) => [documentForms.review, { params: { uuid }, query: { version } }],
  renew: (uuid, version) => [documentForms.renew, { params: { uuid }, query: { version } }],
  approve: (uuid, version) => [documentForms.approve, { params: { uuid }, query: { version } }],
  sign: (uuid, version) => [documentForms.uploadSigned, { ...signed(uuid), query: { version } }],
}

describe('refusals', () => {
  test('an unknown form and one of another platform give the same 404', async () => {
    const other = await world.addForm({ platform: 'paydek', status: 'review' })
    for (const uuid of [other, nobodys, 'no-uuid']) {
      const params = { uuid, platform: 'paxum' }
      const calls: [Call, object][] = [
        ...FORM_ACTS.map((act) => ACTS[act](uuid, 1)),
        [documentForms.view, { params }],
        [documentForms.comments, { params }],
        [documentForms.comment, { params, body: { comment: 'Why?' } }],
        [documentForms.zip, { params }],
        [documentForms.ticket, { params }],
      ]
      for (const [call, input] of calls) {
        expect(await server.refusal(call, input, { as: 'docadmin' }), call.path).toEqual([
          404,
          `There is no form ${uuid} here.`,
        ])
      }
    }
    expect(await filesKept()).toBe(0)
  })

  test('an invalid customer, kind of form or platform', async () => {
    const params = { platform: 'paxum', customerId: '100', type: 'sar' }
    const create = (change: object, as?: As) =>
      server.refusal(documentForms.create, { params: { ...params, ...change } }, as)
    expect(await create({ customerId: '404' })).toEqual([404, 'There is no customer 404 here.'])
    expect(await create({ type: 'tax' })).toEqual([400, 'type: one of sar, edd_ong, edd_ond'])
    await server.db
      .insertInto('customer')
      .values({ platform: 'uat', id: '100', type: 'personal', name: 'Ada', created_at: NOON, profile: '{}' } as never)
      .execute()
    expect(await create({ platform: 'uat' }, { platform: 'uat' })).toEqual([409, 'This platform has no such form.'])
  })

  test.each([
    ['a field the form does not have', { colour: 'red' }],
    ['a date of no calendar', { detectedOn: '2026-02-31' }],
    ['an amount that is none', { activityAmountUsd: '-5' }],
    ['a choice that is not offered', { regime: 'MI6' }],
    ['a narrative that is too long', { narrative: 'x'.repeat(20_001) }],
    ['a row with a field it does not have', { startingActions: [{ colour: 'red' }] }],
    ['a file that nobody uploaded', { attachments: [nobodys] }],
  ])('answers with %s', async (_, body) => {
    const uuid = await world.addForm({ type: 'sar' })
    const [status, message] = await server.refusal(documentForms.change, { params: { uuid }, body })
    expect([status, message]).toEqual([400, expect.stringContaining(Object.keys(body)[0] as string)])
    expect(await view(uuid)).toMatchObject({ version: 1, data: answersFor('sar') })
  })

  test('several invalid answers: each is reported at its path', async () => {
    const params = { uuid: await world.addForm({ type: 'sar' }) }
    const refused = await server.send(documentForms.change, { params, body: { detectedOn: 'no', startingActions: 0 } })
    const faults = [{ place: 'detectedOn' }, { place: 'startingActions' }]
    expect(await refused.json()).toMatchObject({ current: { faults } })
  })

  test('every action in every status is accepted or refused exactly as the table says', async () => {
    for (const act of FORM_ACTS) {
      for (const status of FORM_STATUSES) {
        const uuid = await world.addForm({ status })
        const [call, input] = ACTS[act](uuid, 1)
        const [code] = await server.refusal(call, input, { as: 'docadmin' })
        const isAllowed = FORM_MOVES[act].from.includes(status)
        expect([act, status, code]).toEqual([act, status, isAllowed ? 200 : 409])
        const row = await server.db.selectFrom('document_form').selectAll().where('id', '=', uuid).executeTakeFirst()
        expect(row).toMatchObject(isAllowed ? { status: FORM_MOVES[act].to, version: '2' } : { status, version: '1' })
      }
    }
  })

  test('an action on an outdated version', async () => {
    for (const act of FORM_ACTS) {
      const status = FORM_MOVES[act].from[0] ?? 'new'
      const uuid = await world.addForm({ status })
      const [call, input] = ACTS[act](uuid, 7)
      const response = await server.send(call, input as never, { as: 'docadmin' })
      expect([response.status, await response.json()], act).toMatchObject([412, { current: { version: 1, status } }])
    }
    const uuid = await world.addForm({ status: 'review' })
    const blind = await server.refusal(documentForms.approve, { params: { uuid } }, { as: 'docadmin' })
    expect(blind[0]).toBe(200)
  })

  test('approval by anybody who wrote on it, whatever their roles', async () => {
    const own = await world.addForm({ status: 'review', author: 'superadmin' })
    const [call, input] = ACTS.approve(own, 1)
    expect(await server.refusal(call, input, { as: 'superadmin' })).toEqual([
      403,
      'A form is approved by somebody who has not edited it.',
    ])
    // who changed it, and who put it up for review, had a hand in it too
    for (const act of ['change', 'review'] as const) {
      const uuid = await world.addForm()
      await server.send(...(ACTS[act](uuid, 1) as [Call, never]), { as: 'docadmin' })
      const whole = { status: 'review', data: JSON.stringify(answersFor('edd_ong')) }
      await server.db.updateTable('document_form').set(whole).where('id', '=', uuid).execute()
      const [approve, params] = ACTS.approve(uuid, 2)
      expect([act, (await server.refusal(approve, params, { as: 'docadmin' }))[0]]).toEqual([act, 403])
      expect([act, (await server.refusal(approve, params, { as: 'superadmin' }))[0]]).toEqual([act, 200])
    }
  })

  test('reopening an approved form, except by document administrators', async () => {
    const uuid = await world.addForm({ status: 'approved' })
    const [call, input] = ACTS.renew(uuid, 1)
    expect(await server.refusal(call, input)).toEqual([
      403,
      'Only document administrators may reopen an approved form.',
    ])
    expect(await server.refusal(call, input, { as: 'docadmin' })).toEqual([200])
    expect(await view(uuid)).toMatchObject({ status: 'new', approvedBy: null, version: 2 })
  })

  test('a missing, too large or executable file; a signed copy that is no scan', async () => {
    const before = await filesKept()
    const send = (file: unknown) => server.refusal(documentForms.attach, { body: { file } })
    expect((await send('just text'))[0]).toBe(400)
    expect(await send(new File([], 'x.txt'))).toEqual([400, 'file: is empty'])
    expect((await send(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'x.txt')))[0]).toBe(413)
    expect((await send(new File(['MZ\0\0\0'], 'innocent.pdf')))[0]).toBe(415)
    const uuid = await world.addForm({ status: 'approved' })
    const text = { params: { uuid }, body: { form: new File(['signed'], 'signed.pdf') } }
    expect(await server.refusal(documentForms.uploadSigned, text)).toEqual([
      415,
      'form: a signed copy is a PDF or a scan',
    ])
    expect(await filesKept()).toBe(before)
  })

  test('a file belongs to its uploader until a form names it, and to one form only', async () => {
    const file = await upload('invoice.txt')
    const params = { guid: file.guid }
    expect(await server.refusal(documentForms.attachment, { params }, { as: 'analyst2' })).toEqual([
      404,
      `There is no file ${file.guid} here.`,
    ])
    const [one, two] = [await world.addForm(), await world.addForm()]
    const name = (uuid: string, as?: As) =>
      server.refusal(documentForms.change, { params: { uuid }, body: { attachments: [file.guid] } }, as)
    const strange = [400, `attachments: there is no uploaded file ${file.guid}`]
    expect(await name(one, { as: 'analyst2' })).toEqual(strange)
    expect(await name(one)).toEqual([200])
    expect(await name(two)).toEqual(strange)
    expect(await server.refusal(documentForms.attachment, { params }, { as: 'analyst2' })).toEqual([200])
    expect(await server.refusal(documentForms.attachment, { params }, { platform: 'paydek' })).toEqual([
      404,
      `There is no file ${file.guid} here.`,
    ])
  })

  test('a print without a ticket, with a used, foreign or expired one, or with the session token', async () => {
    const [uuid, other] = [await world.addForm(), await world.addForm()]
    const ticket = async (of: string) => (await server.call(documentForms.ticket, { params: { uuid: of } })).token
    const open = async (token: string) =>
      (await server.send(documentForms.pdf, { params: { uuid }, query: { token } }, { as: null, platform: null }))
        .status
    expect(await open(await server.token('analyst'))).toBe(401)
    expect(await open(await ticket(other))).toBe(401)
    const once = await ticket(uuid)
    expect([await open(once), await open(once)]).toEqual([200, 401])
    const late = await ticket(uuid)
    clock.now = new Date(clock.now.getTime() + 61_000)
    expect(await open(late)).toBe(401)
    clock.now = new Date(NOON.getTime() + 3_600_000)
  })
})

test('a catalogue-only server gives no tickets and takes the session token', async () => {
  const { close: _, ...shared } = server.store
  const database = { ...shared, url: '', close: async () => {} }
  const plain = await testServer({ now: () => clock.now, env: { DATA_DIR: folder, CATALOGUE_ONLY: '1' }, database })
  const uuid = await world.addForm()
  const params = { uuid }
  expect((await plain.send(documentForms.ticket, { params })).status).toBe(404)
  const token = await plain.token('analyst')
  expect((await plain.send(documentForms.pdf, { params, query: { token } }, { as: null })).status).toBe(200)
  const wrong = { params, query: { token: `${token}x` } }
  expect((await plain.send(documentForms.pdf, wrong, { as: null })).status).toBe(401)
  // the catalogue's approval names no version
  const reviewed = { params: { uuid: await world.addForm({ status: 'review' }) } }
  expect((await plain.send(documentForms.approve, reviewed, { as: 'docadmin' })).status).toBe(200)
})

describe('effects', () => {
  test('a SAR starts with the known data of customer and recommended cases', async () => {
    const one = await world.addCase({ customer: 'acme', status: 'complete', recommendedStr: 1, usd: '9000.00' })
    await world.addCase({ customer: 'acme', status: 'complete', recommendedStr: 0 })
    const params = { platform: 'paxum', customerId: '200', type: 'sar' }
    const form = await server.call(documentForms.create, { params, body: { regime: 'FINTRAC' } })
    expect(form).toEqual({
      uuid: expect.any(String),
      platform: 'paxum',
      customerId: '200',
      customerName: 'Acme Ltd',
      formType: 'sar',
      status: 'new',
      author: mara,
      approvedBy: null,
      approvedAt: null,
      dueOn: '2026-04-09',
      createAt: at,
      updateAt: at,
      version: 1,
      files: [],
      signed: null,
      data: {
        regime: 'FINTRAC',
        filingType: 'Initial',
        caseIds: one.id,
        subjectType: 'business',
        subjectName: 'Acme Ltd',
        subjectCountry: 'CA',
        relationship: 'Customer',
        activityFrom: '2026-03-10',
        activityTo: '2026-03-10',
        activityAmountUsd: '9000.00',
        detectedOn: '2026-03-10',
        products: ['Wire'],
        activityInstitution: 'Paxum',
        filingInstitution: 'Paxum',
        startingActions: [
          {
            transactionId: one.transactionId,
            amount: '9000.00',
            currency: 'USD',
            date: '2026-03-10',
            method: 'Wire 3D',
            conductor: 'Acme Ltd',
          },
        ],
        completingActions: [
          {
            transactionId: one.transactionId,
            amount: '9000.00',
            currency: 'USD',
            disposition: 'Sent to the beneficiary',
            beneficiary: 'Northwind Ltd',
            beneficiaryCountry: 'US',
          },
        ],
      },
    })
    // its initial content can be saved unchanged
    const again = { params: { uuid: form.uuid }, query: { version: 1 }, body: form.data }
    expect(await server.call(documentForms.change, again)).toMatchObject({ version: 2, data: form.data })
  })

  test('an EDD starts with the profile, and with the actual activity where there was some', async () => {
    await world.addCase({ customer: 'ada', usd: '300.00' })
    const create = (type: string) =>
      server.call(documentForms.create, { params: { platform: 'paxum', customerId: '100', type }, body: {} })
    const { data: onboarding } = await create('edd_ond')
    expect(onboarding).toMatchObject({ customerType: 'personal', legalName: 'Ada Byron', country: 'GB' })
    expect(onboarding).not.toHaveProperty('actualMonthlyUsd')
    const { data: ongoing } = await create('edd_ong')
    expect(ongoing).toMatchObject({ ...onboarding, actualMonthlyUsd: expect.stringMatching(/^\d+\.\d\d$/) })
  })

  test('a form goes from draft to filed, and every step is audited', async () => {
    const { uuid } = await server.call(documentForms.create, {
      params: { platform: 'paxum', customerId: '100', type: 'edd_ong' },
      body: {},
    })
    const scan = await upload('scan.pdf', PDF())
    const data = { ...answersFor('edd_ong'), attachments: [scan.guid] }
    const params = { uuid }
    await server.call(documentForms.change, { params, query: { version: 1 }, body: data })
    const review = await server.call(documentForms.review, { params, query: { version: 2 } })
    expect(review).toEqual({ message: 'The form is “In review”.', version: 3 })
    const comment = { params: { ...params, platform: 'paxum' }, body: { comment: ' Where from? ' } }
    const long = { ...comment, body: { comment: 'c'.repeat(4001) } }
    expect((await server.send(documentForms.comment, long)).status).toBe(400)
    await server.call(documentForms.comment, comment, { as: 'docadmin' })
    await server.call(documentForms.approve, { params, query: { version: 3 } }, { as: 'docadmin' })
    const copy = await server.call(documentForms.uploadSigned, signed(uuid))
    expect(await view(uuid, { as: 'analyst2' })).toMatchObject({
      status: 'submitted',
      version: 5,
      author: mara,
      approvedBy: { id: 'docadmin', name: 'Yusuf Brandt' },
      files: [scan],
      signed: copy,
      data,
    })
    const { items } = await server.call(documentForms.comments, { params: { ...params, platform: 'paxum' } })
    expect(items).toEqual([
      {
        id: expect.any(String),
        comment: 'Where from?',
        author: { id: 'docadmin', name: 'Yusuf Brandt' },
        createAt: at,
      },
    ])
    const log = await auditOf(server.db, 'form', uuid)
    expect(log.map(({ action, actor, version }) => [action, actor, version])).toEqual([
      ['create form', 'analyst', '1'],
      ['change form', 'analyst', '2'],
      ['change status', 'analyst', '3'],
      ['add note', 'docadmin', null],
      ['approve form', 'docadmin', '4'],
      ['submit form', 'analyst', '5'],
    ])
  })

  test('forms are filtered by customer, kind and status, and a space finds all', async () => {
    const uuid = await world.addForm({ platform: 'paydek', customer: 'acme', type: 'sar', status: 'review' })
    const find = async (query: string) =>
      (
        await server.call(documentForms.list, { params: { platform: 'paydek', query } }, { platform: 'paydek' })
      ).items.map((one) => one.uuid)
    for (const term of [' ', 'ACME', '200', 'sar', 'review']) expect(await find(term), term).toContain(uuid)
    for (const term of ['ada', '%', 'paxum']) expect(await find(term), term).not.toContain(uuid)
    const params = { platform: 'paydek', customerId: '200' }
    const ofType = async (type: string) =>
      (await server.call(documentForms.byCustomer, { params: { ...params, type } }, { platform: 'paydek' })).items
        .length
    expect([await ofType('sar'), await ofType('edd_ond')]).toEqual([1, 0])
  })

  test('reading a SAR is audited, reading an EDD is not', async () => {
    const file = await upload('scan.pdf', PDF())
    const [sar, edd] = [await world.addForm({ type: 'sar' }), await world.addForm()]
    for (const uuid of [sar, edd]) {
      const body = uuid === sar ? { attachments: [file.guid] } : {}
      await server.call(documentForms.change, { params: { uuid }, body })
      await view(uuid, { as: 'analyst2' })
      await server.call(documentForms.comments, { params: { platform: 'paxum', uuid } }, { as: 'analyst2' })
      await server.send(documentForms.zip, { params: { uuid } }, { as: 'analyst2' })
      const { token } = await server.call(documentForms.ticket, { params: { uuid } }, { as: 'analyst2' })
      await server.send(documentForms.pdf, { params: { uuid }, query: { token } }, { as: null })
    }
    await server.send(documentForms.attachment, { params: { guid: file.guid } }, { as: 'analyst2' })
    const readings = async (uuid: string) =>
      (await auditOf(server.db, 'form', uuid)).flatMap(({ action, actor, after }) =>
        action === 'read form' ? [[actor, after]] : [],
      )
    expect(await readings(sar)).toEqual([
      ['analyst2', { version: 2 }],
      ['analyst2', { comments: true }],
      ['analyst2', { zip: true, version: 2 }],
      ['analyst2', { pdf: true, version: 2 }],
      ['analyst2', { file: 'scan.pdf' }],
    ])
    expect(await readings(edd)).toEqual([])
  })
})

test('a form’s answers are taken as multipart fields too, as the catalogue sends them; a file is refused', async () => {
  const uuid = await world.addForm({ type: 'sar', status: 'new', author: 'analyst' })
  const params = { uuid }
  const headers = { 'auth-token': await server.token('analyst'), platform: 'paxum', 'if-match': '*' }
  const send = (form: FormData) =>
    server.fetch(BASES.api + toPath(documentForms.change, { params }), { method: 'PATCH', body: form, headers })
  const withFile = new FormData()
  withFile.set('detectedOn', new File(['2026-03-01'], 'day.txt'))
  expect((await send(withFile)).status).toBe(400)
  const form = new FormData()
  form.set('detectedOn', '2026-03-01')
  form.set('attachments', '[]')
  expect((await send(form)).status).toBe(200)
  expect((await view(uuid)).data).toMatchObject({ detectedOn: '2026-03-01', attachments: [] })
})
