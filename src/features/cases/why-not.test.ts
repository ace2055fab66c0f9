import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CASE_STATUSES } from '#contract/model/values.ts'
import type { Plan } from '#src/commands/command.ts'
import { planClose, planRecommend, planStatus, type PlanTargets } from '#src/features/cases/queue/plans.ts'
import { alertRow, caseRow, factsRead } from '#tests/support/rows.ts'
import { whyNotCases, whyNotClose, whyNotRecommend } from './why-not.ts'

const me = { id: 'analyst', name: 'Ana Lyst' }
const row = fc
  .record({
    status: fc.constantFrom(...CASE_STATUSES),
    alerts: fc.array(fc.record({ status: fc.constantFrom('new' as const, 'resolved' as const) }), { maxLength: 2 }),
  })
  .map(({ status, alerts }) => ({ status, alerts: alerts.map((one, at) => alertRow({ ...one, id: String(at) })) }))
const rows = fc
  .array(row, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((one, at) => caseRow({ ...one, id: `PX${at}` })))
const targetsOf = (list: readonly CaseItem[]): PlanTargets => ({
  ids: list.map(({ id }) => id),
  rowOf: (id) => list.find((one) => one.id === id),
})

type Case = [string, (targets: PlanTargets) => string | null, (targets: PlanTargets) => Plan]
it.each<Case>([
  [
    'resolve',
    whyNotClose,
    (t) => planClose({ ...t, evidenceOf: () => factsRead }, 'resolve', () => 'Fits the profile.', 'FP_EXPECTED'),
  ],
  [
    'recommend',
    whyNotRecommend,
    (t) => planRecommend({ ...t, evidenceOf: () => factsRead }, 'reject', 'None.', { me, isReviewed: false }),
  ],
  ['await', (t) => whyNotCases(t, 'await'), (t) => planStatus(t, 'await')],
])('%s says in advance that nothing can be changed, and only then', (_, against, plan) =>
  fc.assert(
    fc.property(rows, (list) => {
      const targets = targetsOf(list)
      expect(against(targets) === null).toBe(plan(targets).ops.length > 0)
    }),
  ),
)

it('names the case and its state, and the number where there are several', () => {
  const done = caseRow({ id: 'PX1', status: 'complete', statusCases: 'complete', alerts: [] })
  expect([whyNotCases(targetsOf([done]), 'await'), whyNotCases(targetsOf([done, done]), 'await')]).toEqual([
    'PX1 is Resolved (NO STR)',
    'None of the 2 cases allows it. PX1 is Resolved (NO STR)',
  ])
})

it('has no reason for cases that are not loaded', () =>
  expect(whyNotCases({ ids: ['PX1'], rowOf: () => undefined }, 'await')).toBeNull())
