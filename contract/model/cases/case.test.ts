import { expect, it } from 'vitest'
import { CASE_STATUSES } from '#contract/model/values.ts'
import { caseDetail, isOverdue, wholeCase } from './case.ts'

const stamp = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const transaction = {
  transactionId: '1001',
  transactionType: 'p2p',
  transactionDirection: 'incoming',
  transactionAmount: '10.00',
  transactionCurrency: 'USD',
  transactionUsdAmount: '10.00',
  transactionCountry: 'CA',
  clientName: 'Northwind',
  counterpartyName: 'Acme Ltd',
  transactionApprovalMode: 'sms',
}
/** As a server answers that knows nothing of our fields. */
const plain = {
  id: 'PX1001',
  uuid: 'c0ffee00-1d1e-4f5a-9b1c-000000000001',
  statusCases: 'new',
  isDay: false,
  activeHardStop: 0,
  alertCount: 0,
  alerts: [],
  assignDate: null,
  clientType: 'personal',
  complete: false,
  createAt: stamp,
  data: transaction,
  customerId: '100',
  manager: null,
  platform: 'paxum',
  recommendedStr: 0,
  status: 'new',
  transactionStatus: 'new',
  version: 1,
  clientInfo: {},
  failedRule: 'Limit',
  hardStopCount: 1,
  activity: [],
}

it('parses a case without our additional fields: the transaction is what `data` contains', () => {
  const { transaction: known, notes, customerName } = wholeCase(caseDetail.parse(plain))
  expect({ known, notes, customerName }).toEqual({ known: transaction, notes: [], customerName: 'Northwind' })
})

it.each([
  [{ name: 'Acme Ltd', firstName: 'Ada' }, 'Acme Ltd'],
  [{ firstName: 'Ada', lastName: 'Byron' }, 'Ada Byron'],
  [{ lastName: 'Byron' }, 'Byron'],
])('names the customer of %j', (clientInfo, expected) =>
  expect(wholeCase(caseDetail.parse({ ...plain, clientInfo })).customerName).toBe(expected),
)

it('keeps the additional fields that our server sends', () => {
  const told = { customerName: 'Ada', notes: [], transaction: { transactionId: '1001' } }
  expect(wholeCase(caseDetail.parse({ ...plain, ...told }))).toMatchObject(told)
})

it('is overdue after a day, and only while it is new', () => {
  const now = Date.parse('2026-03-11T12:00:01Z')
  const overdue = CASE_STATUSES.filter((status) => isOverdue({ status, createAt: stamp }, now))
  expect([overdue, isOverdue({ status: 'new', createAt: stamp }, now - 1000)]).toEqual([['new'], false])
})
