/** Cases and account alerts for tests of the window: complete, valid rows of which a test names only what it needs. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { ReadEvidence } from '#src/features/facts/public.ts'
import { caseKey, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'

/** Evidence of facts that were read, with nothing against a decision on many. */
export const factsRead: ReadEvidence = {
  unread: null,
  age: null,
  isWanted: false,
  stepsOf: () => [],
  againstBulk: () => null,
  sealFor: () => undefined,
}
export const factsUnread: ReadEvidence = { ...factsRead, unread: 'its facts are not read yet', isWanted: true }

export function alertRow(change: Partial<CaseAlert> = {}): CaseAlert {
  return {
    id: '1',
    ruleId: '7',
    ruleName: 'Limit',
    status: 'new',
    alertLevel: 'alert',
    text: '12,400 of 9,000',
    ...change,
  }
}

export function caseRow(change: Partial<CaseItem> = {}): CaseItem {
  const alerts = change.alerts ?? [alertRow()]
  const row: CaseItem = {
    id: 'PX1',
    uuid: '00000000-0000-4000-8000-000000000001',
    statusCases: 'new',
    isDay: false,
    activeHardStop: 0,
    alertCount: alerts.length,
    alerts,
    assignDate: null,
    clientType: 'personal',
    complete: false,
    createAt: { date: '2026-11-20 10:00:00', timezone: 'UTC' },
    data: {
      transactionId: '1',
      transactionType: 'wire3rdParty',
      transactionDirection: 'outgoing',
      transactionAmount: '12400.00',
      transactionCurrency: 'USD',
      transactionUsdAmount: '12400.00',
      transactionCountry: 'CA',
      clientName: 'Acme Ltd',
      counterpartyName: 'Northwind Ltd',
    },
    customerId: '42',
    manager: null,
    platform: 'paxum',
    recommendedStr: 0,
    status: 'new',
    transactionStatus: 'new',
    version: 1,
    ...change,
  }
  return { ...row, statusCases: caseKey(row) }
}

export function accountAlertRow(change: Partial<AccountAlertItem> = {}): AccountAlertItem {
  return {
    id: '1',
    platform: 'paxum',
    customerId: '100',
    customerName: 'Ada Byron',
    customerType: 'personal',
    ruleId: '7',
    ruleName: 'Residence changed',
    ruleType: 'permission_transaction',
    text: 'GB, was CA',
    alertLevel: 'alert',
    status: 'new',
    sar: 0,
    createAt: { date: '2026-03-10 12:00:00', timezone: 'UTC' },
    manager: null,
    isDay: false,
    version: 1,
    ...change,
  }
}

/** A row of the replica as the list call returns it: without the fields that tell outliers among similar cases. */
export function withoutSearch<T extends { search: string; hadStr?: boolean; isNewCountry?: boolean }>(row: T) {
  const listed: Partial<T> = { ...row }
  delete listed.search
  if ('alertCount' in row) {
    delete listed.hadStr
    delete listed.isNewCountry
  }
  return listed as Omit<T, 'search'>
}
