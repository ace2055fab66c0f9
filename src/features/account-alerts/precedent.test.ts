import { expect, test } from 'vitest'
import { accountAlertRow } from '#tests/support/rows.ts'
import { precedentOf, precedentText } from './precedent.ts'

const at = (day: string) => ({ createAt: { date: `2026-03-${day} 12:00:00`, timezone: 'UTC' } })
const noor = { id: 'analyst2', name: 'Noor' }

test('counts earlier alerts of the same rule, their outcomes, similar ones, and other analysts', () => {
  const row = accountAlertRow({ id: '9', ...at('10') })
  const known = precedentOf(row, [
    row,
    accountAlertRow({ id: '1', ...at('01'), status: 'resolved' }),
    accountAlertRow({ id: '2', ...at('02'), status: 'resolved', sar: 1 }),
    accountAlertRow({ id: '3', ...at('03'), manager: noor }),
    accountAlertRow({ id: '4', ...at('12') }),
    accountAlertRow({ id: '5', ...at('04'), ruleId: '8', status: 'resolved', manager: noor }),
  ])
  expect(known).toEqual({ earlier: 3, resolved: 1, sar: 1, similar: 2, others: ['Noor'], untold: 0 })
  expect(precedentText(known)).toBe('3 earlier, 1 resolved, 1 with SAR, 1 open')
  expect(precedentText(precedentOf(row, [row]))).toBe('First alert of this rule for this customer')
  const plain = precedentOf(row, [row, accountAlertRow({ id: '3', ...at('03') })], { [row.ruleId]: 2 })
  expect(precedentText(plain)).toBe('1 earlier, 1 open, 2 decided, outcome not given by this server')
})
