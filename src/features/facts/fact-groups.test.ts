import { expect, test } from 'vitest'
import { FACT_IDS } from '#contract/model/facts/facts.ts'
import { RULE_TYPES } from '#contract/model/values.ts'
import { GROUPS, groupsOf } from './fact-groups.ts'

/** Shown elsewhere on the same screen: the tag, the payments, the list of alerts, the allowlists, and the counts of a precedent. */
const ELSEWHERE = ['alert.level', 'amount.usd', 'case.openAlerts', 'allowlist.covering']

test('every kind of alert shows every group once, and every fact is in one group', () => {
  for (const type of RULE_TYPES) {
    expect(groupsOf(type).toSorted(), type).toEqual(Object.keys(GROUPS).toSorted())
  }
  const shown: string[] = Object.values(GROUPS).flatMap(({ facts }) => [...facts])
  expect(new Set(shown).size).toBe(shown.length)
  const missing = FACT_IDS.filter((id) => !shown.includes(id) && !/^precedent\.\w+(?:Cleared|Rejected|Strs)$/.test(id))
  expect(missing).toEqual(ELSEWHERE)
})

test('facts about the rule come first', () => {
  expect(groupsOf('infolaft_sanction')[0]).toBe('screening')
  expect(groupsOf('ip_prohibited_country')[0]).toBe('origin')
  expect(groupsOf('limit_transaction')[0]).toBe('payments')
})
