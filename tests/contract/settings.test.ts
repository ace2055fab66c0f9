import { describe, expect, test } from 'vitest'
import { settings } from '#contract/calls/settings.ts'
import { SETTING_MAX, SETTINGS_MAX } from '#contract/model/settings.ts'
import { Refused, type As } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { sync } from '#contract/calls/sync.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const view = (title: string) => ({ title, list: 'cases' as const, filter: { status: 'new' } })
const mine = (id: string, version = 0, title = id) =>
  ({ scope: 'mine', kind: 'view', id, version, value: view(title) }) as const
const shared = (id: string, version = 0, title = id) => ({ ...mine(id, version, title), scope: 'shared' as const })
const manager = { as: 'manager' } as const

const { server, world } = await startWorld({ now: () => NOON })

const save = (body: Parameters<typeof server.call<typeof settings.save>>[1]['body'], as?: As) =>
  server.call(settings.save, { body }, as)
const remove = (scope: string, kind: string, id: string, version: number, as?: As) =>
  server.call(settings.remove, { params: { scope, kind, id }, query: { version } }, as)
const idsOf = async (as?: As) => (await server.call(settings.list, {}, as)).items.map(({ id }) => id)
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refused ? error.status : String(error)),
  )

describe('refusals', () => {
  test('a malformed document, each kind by its own schema', async () => {
    const bodies: unknown[] = [
      {},
      { ...mine('a'), kind: 'wish' },
      { ...mine('a'), scope: 'everybody' },
      { ...mine('a b') },
      { ...mine('a'), version: -1 },
      { ...mine('a'), value: { title: ' ', list: 'cases', filter: {} } },
      { ...mine('a'), value: { ...view('a'), filter: { status: 7 } } },
      { ...mine('keymap'), kind: 'keymap', value: 'd' },
      { ...mine('keymap'), kind: 'keymap', value: { a: 'x'.repeat(SETTING_MAX) } },
      { ...mine('t'), kind: 'template', value: { title: 'T', body: '' } },
      { ...mine('PX1'), kind: 'snooze', value: { until: 'tomorrow' } },
    ]
    const statuses = await Promise.all(bodies.map((body) => refusal(save(body as never))))
    expect(statuses).toEqual(bodies.map(() => 400))
  })

  test('sharing a private kind, by anybody', async () => {
    const body = { scope: 'shared', kind: 'keymap', id: 'keymap', version: 0, value: {} } as const
    expect(await refusal(save(body, { as: 'superadmin' }))).toBe(403)
  })

  test('an analyst who writes or deletes a shared document', async () => {
    const { version } = await save(shared('team'), manager)
    expect([
      await refusal(save(shared('team', version, 'Theirs'))),
      await refusal(remove('shared', 'view', 'team', version)),
    ]).toEqual([403, 403])
  })

  test('a missing document: unknown, of another person, of another platform', async () => {
    const { version } = await save(mine('private'))
    expect([
      await refusal(remove('mine', 'view', 'none', 1)),
      await refusal(remove('mine', 'wish', 'private', version)),
      await refusal(remove('mine', 'view', 'private', version, { as: 'analyst2' })),
      await refusal(remove('mine', 'view', 'private', version, { platform: 'paydek' })),
      await refusal(save(mine('private', version), { as: 'analyst2' })),
    ]).toEqual([404, 404, 404, 404, 409])
  })

  test('more documents than the maximum', async () => {
    await server.db
      .insertInto('setting')
      .values(
        Array.from({ length: SETTINGS_MAX }, (_, n) => ({
          owner: 'docadmin',
          platform: 'paxum',
          kind: 'snooze',
          id: `PX${n}`,
          value: '{"until":"2026-04-01"}',
          updated_at: NOON,
          updated_by: 'docadmin',
        })),
      )
      .execute()
    expect(await refusal(save(mine('more'), { as: 'docadmin' }))).toBe(422)
  })
})

test('a change of an outdated document is refused with the current one, also if deleted', async () => {
  const first = await save(mine('stale'))
  const second = await save(mine('stale', first.version, 'Second'))
  const failed = async (body: ReturnType<typeof mine>) => {
    const response = await server.send(settings.save, { body })
    return { status: response.status, current: ((await response.json()) as { current: unknown }).current }
  }
  expect(await failed(mine('stale', first.version, 'Third'))).toEqual({ status: 409, current: second })
  expect(await failed(mine('stale', 0, 'Third'))).toEqual({ status: 409, current: second })
  expect(await refusal(remove('mine', 'view', 'stale', first.version))).toBe(409)
  await remove('mine', 'view', 'stale', second.version)
  expect(await failed(mine('stale', second.version, 'Third'))).toEqual({ status: 409, current: null })
})

test('a recreated document is distinct from the earlier one', async () => {
  const first = await save(mine('again'))
  await remove('mine', 'view', 'again', first.version)
  expect((await save(mine('again'))).version).toBeGreaterThan(first.version)
})

test('everybody sees their own and shared documents of this platform', async () => {
  const as = { as: 'superadmin' } as const
  await save({ scope: 'mine', kind: 'keymap', id: 'keymap', version: 0, value: { 'alert.resolve': ['d'] } }, as)
  await save(mine('here'), as)
  await save(mine('there'), { ...as, platform: 'paydek' })
  await save(shared('theirs'), { ...manager, platform: 'paydek' })
  const before = await idsOf(as)
  expect(before).toEqual(expect.arrayContaining(['keymap', 'here', 'team']))
  expect(before).not.toContain('there')
  expect(await idsOf({ ...as, platform: 'paydek' })).toEqual(['keymap', 'theirs', 'there'])
  expect(await idsOf({ as: 'analyst2' })).toEqual(['team'])
})

test('the audit stores the content of shared documents, and for private ones only the change', async () => {
  const own = await save(mine('audited'))
  const one = await save(shared('audited'), manager)
  const two = await save(shared('audited', one.version, 'Better'), manager)
  await remove('shared', 'view', 'audited', two.version, manager)
  expect(await auditOf(server.db, 'setting', 'mine/view/audited')).toEqual([
    expect.objectContaining({ action: 'save setting', version: String(own.version), before: null, after: null }),
  ])
  expect(await auditOf(server.db, 'setting', 'shared/view/audited')).toEqual([
    expect.objectContaining({ action: 'save setting', actor: 'manager', before: null, after: view('audited') }),
    expect.objectContaining({ action: 'save setting', before: view('audited'), after: view('Better') }),
    expect.objectContaining({ action: 'remove setting', before: view('Better'), after: null }),
  ])
})

test('a queued note names its template and version', async () => {
  const one = await world.addCase()
  const op = (template: string) =>
    syncOp('alert.resolve', { ...targetOf(one), alertId: one.alertIds[0] }, { note: 'Fits.', template }, { devSeq: 1 })
  const send = async (template: string) =>
    (await server.call(sync.ops, { body: { device: 'd', incarnation: 'i', ops: [op(template)] } })).results[0]?.status
  expect(await send('no version')).toBe(400)
  expect(await send('fits-profile@1')).toBe(200)
  const [alertId = ''] = one.alertIds
  const { notes } = await server.call(alerts.view, { params: { alertId } })
  expect(notes).toEqual([expect.objectContaining({ text: 'Fits.', template: 'fits-profile@1' })])
})
