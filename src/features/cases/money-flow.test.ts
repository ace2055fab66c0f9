import { expect, test } from 'vitest'
import type { FlowEntry } from '#contract/calls/cases/cases.ts'
import { moneyFlowRows } from './money-flow.ts'

const at = { date: '2026-11-01 10:00:00', timezone: 'UTC' }
const entry = (more: Partial<FlowEntry>): FlowEntry => ({
  at,
  customerId: '7',
  name: 'Ada Byron',
  counterpartyName: 'Northwind Ltd',
  transactionId: '1',
  service: 'p2p',
  direction: 'incoming',
  usd: '100.00',
  isThis: false,
  ...more,
})

test('a row names the counterparty, on its side, with the running balance', () => {
  const rows = moneyFlowRows(
    [
      entry({}),
      entry({ direction: 'outgoing', usd: '30.10', counterpartyName: '' }),
      // told on the account of the other customer, who paid
      entry({ customerId: '8', name: 'Bo Ek', counterpartyName: 'Ada Byron', direction: 'outgoing', usd: '5.00' }),
      entry({ customerId: '8', name: 'Bo Ek', counterpartyName: 'Cyd Oy', direction: 'incoming', usd: '9.00' }),
    ],
    '7',
  )
  expect(rows.map(({ other, incoming, outgoing, balance }) => [other, incoming, outgoing, balance])).toEqual([
    ['Northwind Ltd', '100.00', null, '100.00'],
    ['No counterparty named', null, '30.10', '69.90'],
    ['Bo Ek', '5.00', null, '74.90'],
    ['Cyd Oy → Bo Ek', null, null, null],
  ])
})
