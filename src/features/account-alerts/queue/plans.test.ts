import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { ALERT_STATUSES } from '#contract/model/values.ts'
import { fold } from '#contract/ops/kinds.ts'
import type { Plan } from '#src/commands/command.ts'
import { accountAlertRow, factsRead, factsUnread } from '#tests/support/rows.ts'
import { planAssign, planBack, planNote, planStatus } from './plans.ts'

const mara = { id: 'analyst', name: 'Mara' }
const over = (...rows: AccountAlertItem[]) => ({
  ids: [...rows.map(({ id }) => id), 'gone'],
  rowOf: (id: string) => rows.find((row) => row.id === id),
  evidenceOf: () => factsRead,
})

test('an alert that cannot be set is left out with a reason: unknown, unchanged, decided, without a note', () => {
  const rows = over(
    accountAlertRow({ id: '1' }),
    accountAlertRow({ id: '2', status: 'await' }),
    accountAlertRow({ id: '3', status: 'resolved', sar: 1 }),
  )
  expect(planStatus(rows, { status: 'await' })).toMatchObject({
    ops: [
      { kind: 'accountAlert.status', target: { customerId: '100', alertId: '1' }, body: { status: 'await', sar: 0 } },
    ],
    skipped: [
      { id: '2', reason: 'already “Awaiting Response”' },
      { id: '3', reason: 'is “Resolved with SAR”' },
      { id: 'gone', reason: 'not loaded yet' },
    ],
  })
  expect(
    planStatus(rows, { status: 'resolved', noteOf: () => ({ against: 'the note needs your words' }) }).skipped[0]
      ?.reason,
  ).toBe('the note needs your words')
  expect(planStatus(rows, { status: 'new' }).skipped.at(-2)?.reason).toContain('needs a note')
})

test('a SAR, a hard stop and many alerts ask for confirmation, and ordinary decisions do not', () => {
  const asks = (rows: AccountAlertItem[], sar: 0 | 1 = 0) =>
    planStatus(over(...rows), { status: 'resolved', sar, noteOf: () => 'Seen.' }).confirm
  expect(asks([accountAlertRow()])).toBeUndefined()
  expect(asks([accountAlertRow()], 1)).toContain('with a SAR')
  expect(asks([accountAlertRow({ alertLevel: 'hardstop' })])).toContain('1 hard stop')
  expect(asks(Array.from({ length: 51 }, (_, i) => accountAlertRow({ id: String(i) })))).toContain('51 account alerts')
})

test('undo restores an open status, and does not reverse a decision', () => {
  const plan = planStatus(over(accountAlertRow({ status: 'in_progress' })), { status: 'await' })
  expect(planBack(plan).ops).toEqual([
    expect.objectContaining({ body: { status: 'in_progress', sar: 0 }, expect: { status: 'await' } }),
  ])
  const reopened = planStatus(over(accountAlertRow({ status: 'resolved' })), { status: 'new', noteOf: () => 'Again.' })
  expect([reopened.ops.length, planBack(reopened).ops.length]).toEqual([1, 0])
})

test('undo restores the earlier values, and leaves the rest unchanged', () => {
  const rows = fc.uniqueArray(
    fc.record({ id: fc.nat(9).map(String), status: fc.constantFrom(...ALERT_STATUSES) }).map(accountAlertRow),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(rows, fc.constantFrom('new', 'await', 'in_progress'), (list, status) => {
      const folded = (row: AccountAlertItem, ...plans: Plan[]) =>
        fold(
          'accountAlertItem',
          row,
          plans.flatMap(({ ops }) => ops.map((op, i) => ({ ...op, opId: String(i), at: 0, by: mara }))),
        )
      const plan = planStatus(over(...list), { status, noteOf: () => 'Why.' })
      const back = planBack(plan)
      const undone = new Set(back.ops.map(({ target }) => target.alertId))
      for (const row of list) expect(folded(row, plan, back)).toEqual(undone.has(row.id) ? row : folded(row, plan))
      const mayGoBack = plan.ops.filter(({ expect: was }) =>
        ['new', 'await', 'in_progress'].includes(was?.['status'] as string),
      )
      expect(back.ops).toHaveLength(mayGoBack.length)
    }),
  )
})

test('work taken from others is named, and leaving it with them is offered', () => {
  const rows = over(
    accountAlertRow({ id: '1' }),
    accountAlertRow({ id: '2', manager: { id: 'analyst2', name: 'Noor' } }),
    accountAlertRow({ id: '3', manager: mara }),
    accountAlertRow({ id: '4', status: 'resolved' }),
  )
  const plan = planAssign(rows, mara)
  expect(plan.ops.map(({ target, expect: was }) => [target.alertId, was])).toEqual([
    ['1', { manager: null }],
    ['2', { manager: 'analyst2' }],
  ])
  expect(plan.warnings).toEqual(['taken from others: 1 (Noor 1)'])
  expect(plan.instead?.plan.ops).toHaveLength(1)
  expect(plan.skipped.map(({ reason }) => reason)).toEqual(['already with Mara', 'is “Resolved”', 'not loaded yet'])
})

test('the record names the rule and the client’s number, never the client’s name', () => {
  const row = accountAlertRow({ customerName: 'Ada Byron' })
  const said = [
    planNote(over(row), 'x').summary,
    planAssign(over(row), mara).summary,
    planStatus(over(row), { status: 'in_progress' }).summary,
  ]
  expect(said).toEqual([
    'Note on Residence changed on 100',
    'Residence changed on 100 → Mara',
    'In progress: Residence changed on 100',
  ])
})

test('an alert whose facts were not read is not resolved without a SAR, and reported or set all the same', () => {
  const unread = { ...over(accountAlertRow()), evidenceOf: () => factsUnread }
  const noteOf = () => 'Known.'
  expect(planStatus(unread, { status: 'resolved', noteOf }).skipped[0]?.reason).toBe('its facts are not read yet')
  expect(planStatus(unread, { status: 'resolved', sar: 1, noteOf }).ops).toHaveLength(1)
  expect(planStatus(unread, { status: 'await' }).ops).toHaveLength(1)
})
