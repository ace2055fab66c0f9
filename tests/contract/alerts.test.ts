import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { CASE_ACTS } from '#contract/model/cases/case.ts'
import { ALERT_STATUSES, CASE_STATUSES, type CaseStatus } from '#contract/model/values.ts'
import { auditOf, NOON, type MadeCase } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const at = { date: '2026-03-10 13:00:00', timezone: 'UTC' }
const noon = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const mara = { id: 'analyst', name: 'Mara Lindqvist' }
/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const { folder, server, world } = await startInFolder({ now: () => NOW })

const first = (one: MadeCase) => one.alertIds[0] as string
const close = (alertId: string, note = 'Known payer.') => ({ params: { alertId }, body: { note } })
const attach = async (alertId: string, form: FormData, as = 'analyst') =>
  server.fetch(`/api/management/attachToAlert/${alertId}`, {
    method: 'POST',
    headers: { 'auth-token': await server.token(as), platform: 'paxum' },
    body: form,
  })
const formOf = (...files: [string, File][]) => {
  const form = new FormData()
  for (const [name, file] of files) form.append(name, file)
  return form
}
const filesKept = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((e) => e.isFile())

describe('refusals', () => {
  test('an unknown alert and one of another platform give the same 404', async () => {
    const other = await world.addCase({ platform: 'paydek' })
    const file = { file: new File(['x'], 'x.txt') }
    for (const alertId of [first(other), '404404', 'no-number', '99999999999999999999']) {
      const params = { alertId }
      const calls: [Call, object][] = [
        [alerts.view, { params }],
        [alerts.resolve, close(alertId)],
        [alerts.reject, close(alertId)],
        [alerts.attach, { params, body: file }],
        [alerts.file, { params: { alertId, fileId: '00000000-0000-4000-8000-000000000404' } }],
      ]
      for (const [call, input] of calls) {
        expect(await server.refusal(call, input), call.path).toEqual([404, `There is no alert ${alertId} here.`])
      }
    }
    expect(await server.refusal(alerts.list, { query: { caseId: other.id } })).toEqual([
      404,
      `There is no case ${other.id} here.`,
    ])
    const params = { platform: 'paxum', customerId: '404', ruleId: world.rules.limit }
    expect(await server.refusal(alerts.byRule, { params })).toEqual([404, 'There is no customer 404 here.'])
    expect(await server.refusal(alerts.summary, { params })).toEqual([404, 'There is no customer 404 here.'])
    expect(await filesKept()).toEqual([])
  })

  test.each<[string, Call, object]>([
    ['caseId', alerts.list, {}],
    ['note', alerts.resolve, { params: { alertId: '1' }, body: {} }],
    ['note', alerts.resolve, close('1', '   ')],
    ['note', alerts.resolve, close('1', 'x'.repeat(20_001))],
    ['reason', alerts.resolve, { params: { alertId: '1' }, body: { note: 'x', reason: 'BORED' } }],
    ['note', alerts.reject, { params: { alertId: '1' } }],
    ['note', alerts.reject, { params: { alertId: '1' }, body: {} }],
    ['note', alerts.reject, close('1', '')],
  ])('a bad or missing %s is named (%#)', async (field, call, input) => {
    const [status, message] = await server.refusal(call, input)
    expect([status, message?.replace(/^Enter a /, '').split(': ')[0]]).toEqual([400, field])
  })

  test('an alert is decided once, and only while its case is open', async () => {
    for (const status of ALERT_STATUSES) {
      for (const call of [alerts.resolve, alerts.reject]) {
        const one = await world.addCase({ alerts: [{ status }] })
        const isOpen = ['new', 'await', 'in_progress', 'notification_sent'].includes(status)
        const response = await server.send(call, close(first(one)) as never)
        expect([response.status, await response.json()], status).toMatchObject(
          isOpen ? [200, { version: 2 }] : [409, { current: { status, note: 'Seen before.', version: 1 } }],
        )
      }
    }
    const allowed: readonly CaseStatus[] = CASE_ACTS.resolveAlert
    for (const status of CASE_STATUSES.filter((each) => !allowed.includes(each))) {
      const one = await world.addCase({ status })
      const response = await server.send(alerts.resolve, close(first(one)))
      expect([response.status, await response.json()]).toMatchObject([409, { current: { status } }])
      expect(await server.call(alerts.view, { params: { alertId: first(one) } })).toMatchObject({
        status: 'new',
        version: 1,
        notes: [],
      })
    }
  })

  test('an account alert is not decided by this call', async () => {
    const one = await world.addCase()
    await server.db.updateTable('alert').set({ kind: 'account', case_id: null }).where('id', '=', first(one)).execute()
    expect(await server.refusal(alerts.resolve, close(first(one)))).toEqual([
      409,
      'This alert is on an account: decide it among the account alerts.',
    ])
  })

  test('a missing, too large or executable file, and several at once', async () => {
    const alertId = first(await world.addCase())
    const text = new File(['fine'], 'a.txt')
    const outcome = async (form: FormData) => {
      const response = await attach(alertId, form)
      return [response.status, ((await response.json()) as { message: string }).message.split(': ')[0]]
    }
    expect([
      await outcome(formOf()),
      await outcome(formOf(['upload', text])),
      await outcome(formOf(['file', text], ['file', text])),
      await outcome(formOf(['file', text], ['second', text])),
      await outcome(formOf(['file', new File([], 'empty.txt')])),
      await outcome(formOf(['file', new File(['MZ\u0090\0\u0003\0'], 'invoice.pdf')])),
      await outcome(formOf(['file', new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46])], 'scan.png')])),
      await outcome(formOf(['file', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.txt')])),
    ]).toEqual([
      [400, 'file'],
      [400, 'file'],
      [400, 'file'],
      [400, 'second'],
      [400, 'file'],
      [415, 'file'],
      [415, 'file'],
      [413, 'file'],
    ])
    expect(await server.call(alerts.view, { params: { alertId } })).toMatchObject({ files: [], version: 1 })
    expect(await filesKept()).toEqual([])
  })
})

describe('effects on an alert', () => {
  test.each([
    ['resolve', 'resolved', 'Resolved.'],
    ['reject', 'rejected', 'Rejected.'],
  ] as const)('%s writes the alert, the counts of its case, the note and the audit', async (verb, status, message) => {
    const one = await world.addCase({ alerts: [{ rule: 'country' }, { rule: 'velocity' }, { status: 'resolved' }] })
    const alertId = first(one)
    const body = { note: 'Known payer, contract on file.', reason: 'EXPLAINED_DOCS' } as const
    expect(await server.call(alerts[verb], { params: { alertId }, body })).toEqual({ message, version: 2 })
    const note = { id: expect.any(String), text: body.note, author: mara, createAt: at, alertId }
    expect(await server.call(alerts.view, { params: { alertId } })).toEqual({
      id: alertId,
      platform: 'paxum',
      caseId: one.id,
      customerId: '100',
      alertLevel: 'hardstop',
      createAt: noon,
      criteria: { limit: 9000 },
      sar: 0,
      note: body.note,
      notes: [note],
      files: [],
      resolveDate: at,
      resolvedManager: mara,
      revId: '7',
      ruleId: world.rules.country,
      ruleName: 'Prohibited country',
      ruleType: 'ip_prohibited_country',
      ruleDescription: 'Prohibited country rule',
      manager: null,
      status,
      triggerInfo: { text: '12,400 of 9,000', facts: [{ label: 'amount', saw: '12400', allows: '9000' }] },
      enrichmentData: {},
      isProcedures: false,
      caseData: expect.objectContaining({ transactionId: one.transactionId }),
      report: { recommendedStr: 0, status: 'new' },
      activity: { transactionApprovalMode: 'approvalCode' },
      version: 2,
    })
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({
      status: 'new',
      version: 2,
      activeHardStop: 0,
      hardStopCount: 1,
      alertCount: 3,
      notes: [note],
      activity: [{ id: expect.any(String), at, by: mara.name, action: `${verb} alert`, text: body.note }],
    })
    const row = await server.db
      .selectFrom('monitoring_case')
      .select(['open_alert_count', 'active_hard_stop'])
      .where('id', '=', one.id)
      .executeTakeFirst()
    expect(row).toEqual({ open_alert_count: 1, active_hard_stop: 0 })
    expect(await auditOf(server.db, 'alert', alertId)).toEqual([
      {
        action: `${verb} alert`,
        actor: 'analyst',
        note: body.note,
        reason: 'EXPLAINED_DOCS',
        before: { status: 'new' },
        after: { status, ...(status === 'resolved' && { facts: { without: 'catalogue' } }) },
        version: '2',
        idempotency_key: null,
        offline: false,
      },
    ])
  })

  test('two concurrent decisions have one effect', async () => {
    const alertId = first(await world.addCase())
    const answers = await Promise.all([
      server.send(alerts.resolve, close(alertId), { as: 'analyst' }),
      server.send(alerts.reject, close(alertId), { as: 'analyst2' }),
      server.send(alerts.resolve, close(alertId), { as: 'manager' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await auditOf(server.db, 'alert', alertId)).toHaveLength(1)
  })

  test('closing the last alert leaves the case open, and allows a recommendation', async () => {
    const one = await world.addCase()
    await server.call(alerts.resolve, close(first(one)))
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ status: 'new' })
    const body = { note: 'Nothing in it.', action: 'reject' } as const
    const reply = await server.call(cases.recommendStr, { params: { caseId: one.id }, body })
    expect(reply).toEqual({ message: 'Resolved (NO STR).', version: 3 })
  })

  test('a file is stored by its content and only ever downloaded', async () => {
    const one = await world.addCase()
    const alertId = first(one)
    const bytes = PNG
    const response = await attach(alertId, formOf(['file', new File([bytes], 'C:\\fakepath\\Beleg „März“.html')]))
    const file = await response.json()
    expect([response.status, file]).toEqual([
      200,
      { id: expect.any(String), name: 'Beleg „März“.html.png', type: 'image/png', size: bytes.length, createAt: at },
    ])
    expect(await server.call(alerts.view, { params: { alertId } })).toMatchObject({ files: [file], version: 2 })
    expect(await server.call(cases.view, { params: { caseId: one.id } })).toMatchObject({ version: 2 })
    const fileId = (file as { id: string }).id
    const download = await server.send(alerts.file, { params: { alertId, fileId } })
    expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="Beleg _M_rz_.html.png"; filename*=UTF-8\'\'Beleg%20%E2%80%9EM%C3%A4rz%E2%80%9C.html.png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await auditOf(server.db, 'alert', alertId)).toMatchObject([
      { action: 'attach file', version: '2', after: { file: { name: 'Beleg „März“.html.png', type: 'image/png' } } },
    ])
    // the file of one alert is not found under another
    const other = first(await world.addCase())
    expect((await server.send(alerts.file, { params: { alertId: other, fileId } })).status).toBe(404)
  })

  test.each([
    ['<script>alert(1)</script>', 'page.html', 'page.html.txt', 'text/plain; charset=utf-8'],
    ['new ActiveXObject("x")', 'Payslip May.js', 'Payslip May.js.txt', 'text/plain; charset=utf-8'],
    ['%PDF-1.7\n', 'no-suffix', 'no-suffix.pdf', 'application/pdf'],
    ['%PDF-1.7\n', 'scan.PDF', 'scan.PDF', 'application/pdf'],
    ['Ünïcode, comma\n1,2', 'table.csv', 'table.csv', 'text/plain; charset=utf-8'],
  ])('%j as %s is stored as %s', async (content, given, name, type) => {
    const response = await attach(first(await world.addCase()), formOf(['file', new File([content], given)]))
    expect(await response.json()).toMatchObject({ name, type })
  })
})

describe('reading', () => {
  test('the alerts of a case come in the order they were raised', async () => {
    const one = await world.addCase({ alerts: [{ rule: 'velocity' }, { rule: 'limit', status: 'rejected' }] })
    const { items } = await server.call(alerts.list, { query: { caseId: one.id } })
    expect(
      items.map(({ id, ruleName, status, isProcedures, note, resolvedManager }) => ({
        id,
        ruleName,
        status,
        isProcedures,
        note,
        by: resolvedManager?.name,
      })),
    ).toEqual([
      { id: one.alertIds[0], ruleName: 'Velocity', status: 'new', isProcedures: true, note: null, by: undefined },
      {
        id: one.alertIds[1],
        ruleName: 'Limit',
        status: 'rejected',
        isProcedures: false,
        note: 'Seen before.',
        by: 'Tomás Herrera',
      },
    ])
  })

  test('a customer’s alerts come by rule, newest first, with totals', async () => {
    const given = { platform: 'paydek', customer: 'acme' } as const
    const old = await world.addCase({ ...given, createdAt: new Date('2026-01-01'), alerts: [{ status: 'resolved' }] })
    const fresh = await world.addCase({ ...given, alerts: [{}, { rule: 'velocity', status: 'rejected' }] })
    await world.addCase({ platform: 'paydek', customer: 'ada' })
    const { limit, velocity } = world.paydekRules
    const params = { platform: 'paydek', customerId: '200', ruleId: limit }
    const { items } = await server.call(alerts.byRule, { params })
    expect(items.map(({ id }) => id)).toEqual([fresh.alertIds[0], old.alertIds[0]])
    expect(await server.call(alerts.byRule, { params: { ...params, ruleId: 'x' } })).toEqual({ items: [] })
    expect(await server.call(alerts.summary, { params })).toEqual({
      items: [
        { status: 'new', count: 1 },
        { status: 'rejected', count: 1 },
        { status: 'resolved', count: 1 },
      ],
      byRule: [
        { ruleId: limit, ruleName: 'Limit', open: 1, total: 2 },
        { ruleId: velocity, ruleName: 'Velocity', open: 0, total: 1 },
      ],
    })
  })
})

test('an alert carries its case: the payment, whether it was reported, and the approval mode; an account alert has none', async () => {
  const one = await world.addCase({ recommendedStr: 1, status: 'str', alerts: [{ status: 'resolved' }] })
  const [alertId = ''] = one.alertIds
  const carried = {
    caseData: { transactionId: one.transactionId, transactionDirection: expect.any(String) },
    report: { recommendedStr: 1, status: 'str' },
    activity: { transactionApprovalMode: 'approvalCode' },
  }
  expect(await server.call(alerts.view, { params: { alertId } })).toMatchObject(carried)
  const { items } = await server.call(alerts.list, { query: { caseId: one.id } })
  expect(items).toMatchObject([carried])
  const { id } = await world.addAccountAlert()
  const account = await server.call(alerts.view, { params: { alertId: id } })
  expect([account.caseData, account.report, account.activity]).toEqual([undefined, undefined, undefined])
})
