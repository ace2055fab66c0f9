import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUEUE_SORTS } from '#contract/calls/cases/account-alerts.ts'
import { ALERT_STATUSES } from '#contract/model/values.ts'
import { PRIVATES } from '#src/features/account-alerts/account-alerts.ts'
import { accountAlertRow } from '#tests/support/rows.ts'
import { alertFilter, stillMatches, toQuery } from './filter.ts'

const filters = fc.record({
  status: fc.constantFrom('open', 'new', 'resolved', 'sar', 'all', 'nonsense'),
  sort: fc.constantFrom(...QUEUE_SORTS),
  search: fc.string(),
  user: fc.stringMatching(/^[a-z]{0,8}$/),
  timeS: fc.constantFrom('', '2026-01-02', 'yesterday'),
})

test('the difference of two filters covers all fields, and private fields stay out of addresses', () => {
  fc.assert(
    fc.property(filters, (raw) => {
      const filter = alertFilter.read(raw)
      expect(alertFilter.read(alertFilter.differing(filter))).toEqual(filter)
    }),
  )
  expect(alertFilter.privates).toEqual(PRIVATES)
  expect(alertFilter.differing(alertFilter.defaults)).toEqual({})
})

test('the query holds only set fields, and open means awaiting a decision', () => {
  expect(toQuery(alertFilter.read({ assign: '1', timeE: '2026-01-31', sort: 'group', customerName: 'Ada' }))).toEqual({
    'status[]': ['new', 'await', 'in_progress', 'notification_sent'],
    withoutAssign: '1',
    'date[]': ['1970-01-01 00:00:00', '2026-01-31 23:59:59'],
    sort: 'group',
  })
  expect(toQuery(alertFilter.read({ status: 'all', endS: '2026-01-30', endE: '2026-01-31' }))).toEqual({
    'decided[]': ['2026-01-30 00:00:00', '2026-01-31 23:59:59'],
  })
  expect(toQuery(alertFilter.read({ status: 'all' }))).toEqual({})
})

test('a row leaves the filter by its status, its SAR and its assignee', () => {
  const fits = (raw: object, row: Parameters<typeof accountAlertRow>[0]) =>
    stillMatches(alertFilter.read(raw))(accountAlertRow(row))
  expect(ALERT_STATUSES.filter((status) => fits({}, { status }))).toEqual([
    'new',
    'await',
    'in_progress',
    'notification_sent',
  ])
  const sar = { status: 'resolved', sar: 1 } as const
  expect([fits({ status: 'resolved' }, sar), fits({ status: 'sar' }, sar), fits({ status: 'all' }, sar)]).toEqual([
    false,
    true,
    true,
  ])
  const mine = { manager: { id: 'analyst', name: 'Mara' } }
  expect([fits({ assign: '1' }, mine), fits({ assign: '0' }, mine), fits({ user: 'other' }, mine)]).toEqual([
    false,
    true,
    false,
  ])
})
