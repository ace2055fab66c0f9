import { expect, test } from 'vitest'
import { CASE_ACTS, type CaseAct } from '#contract/model/cases/case.ts'
import { CASE_STATUSES, ROLES } from '#contract/model/values.ts'
import { whyNotAssign, whyNotCase } from './rights.ts'

const state = { id: 'PX1', recommendedStr: 0, alertCount: 1, openAlerts: 0 } as const

const allowed = (act: CaseAct) => CASE_STATUSES.filter((status) => whyNotCase(act, { ...state, status }) === null)

test('a case accepts exactly the actions that its status allows', () => {
  for (const [act, statuses] of Object.entries(CASE_ACTS)) {
    expect(allowed(act as CaseAct).toSorted(), act).toEqual([...statuses].toSorted())
  }
})

test('a case with open alerts cannot be recommended, and the refusal counts them', () => {
  expect(whyNotCase('recommendStr', { ...state, status: 'new', openAlerts: 1 })).toBe(
    'One alert is still open on PX1: resolve or reject it first.',
  )
  expect(whyNotCase('recommendStr', { ...state, status: 'await', openAlerts: 2 })).toBe(
    '2 alerts are still open on PX1: resolve or reject them first.',
  )
  expect(whyNotCase('await', { ...state, status: 'new', openAlerts: 2 })).toBeNull()
})

test('a refusal names the status as the screens do', () => {
  expect(whyNotCase('await', { ...state, status: 'complete', recommendedStr: 1 })).toBe(
    'PX1 is “Resolved (STR Recommended)” and cannot be set to await the customer.',
  )
})

test('anyone takes work; managers and above assign it to others', () => {
  const others = ROLES.filter((role) => whyNotAssign({ id: 'me', roles: [role] }, { id: 'you' }) === null)
  expect(others).toEqual(['manager', 'admin', 'super_admin'])
  expect(ROLES.filter((role) => whyNotAssign({ id: 'me', roles: [role] }, { id: 'me' }) === null)).toEqual(ROLES)
  expect(whyNotAssign({ id: 'me', roles: [] }, { id: 'you' })).toBe('Only managers may give work to others.')
})
