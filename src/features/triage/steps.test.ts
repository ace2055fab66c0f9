import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import { caseTriageSteps } from './case-triage-steps.ts'
import { keyOf, nextStep, remaining, stepsAhead, type Run, type Step } from './steps.ts'

const worlds = fc.array(
  fc.record({
    status: fc.constantFrom('new' as const, 'await' as const, 'complete' as const),
    alerts: fc.array(fc.constantFrom('new' as const, 'resolved' as const), { maxLength: 4 }),
  }),
  { maxLength: 6 },
)

const build = (world: { status: CaseItem['status']; alerts: ('new' | 'resolved')[] }[]) =>
  new Map(
    world.map((one, i) => {
      const alerts = one.alerts.map((status, k) => alertRow({ id: `${i}-${k}`, status }))
      return [`PX${i}`, caseRow({ id: `PX${i}`, status: one.status, alerts })]
    }),
  )

const runOf = (rows: Map<string, CaseItem>): Run<CaseItem> => ({
  way: caseTriageSteps,
  ids: [...rows.keys()],
  rowOf: (id) => rows.get(id),
})

function walk(run: Run<CaseItem>, direction: 1 | -1): Step[] {
  const steps: Step[] = []
  for (let step = nextStep(run, null, direction); step; step = nextStep(run, step, direction)) steps.push(step)
  return steps
}

it('reads ahead the next steps of the same path, and no more than there are', () => {
  fc.assert(
    fc.property(worlds, fc.nat({ max: 3 }), (world, most) => {
      const run = runOf(build(world))
      const [first, ...rest] = walk(run, 1)
      fc.pre(first !== undefined)
      expect(stepsAhead(run, first, most)).toEqual(rest.slice(0, most))
    }),
  )
})

describe('nextStep', () => {
  it('visits each open item once, and back retraces the path', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const run = runOf(build(world))
        const there = walk(run, 1).map(keyOf)
        expect(new Set(there).size).toBe(there.length)
        expect(walk(run, -1).map(keyOf)).toEqual(there.toReversed())
        expect(there.filter((key) => !key.endsWith('/'))).toHaveLength(remaining(run).steps)
      }),
    )
  })

  it('decides every alert and then every recommendation, one step at a time', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const rows = build(world)
        const run = runOf(rows)
        const asked: string[] = []
        for (let step = nextStep(run, null, 1); step; step = nextStep(run, step, 1)) {
          const row = rows.get(step.rowId)!
          if (step.alertId === null) rows.set(row.id, caseRow({ ...row, status: 'complete' }))
          else {
            const { alertId } = step
            const close = (alert: (typeof row.alerts)[number]) =>
              alert.id === alertId ? { ...alert, status: 'resolved' as const } : alert
            rows.set(row.id, { ...row, alerts: row.alerts.map(close) })
          }
          asked.push(keyOf(step))
        }
        expect(remaining(run).steps).toBe(0)
        const recommended = asked.filter((key) => key.endsWith('/')).length
        const due = world.filter((one) => one.status !== 'complete' && one.alerts.length > 0).length
        expect(recommended).toBe(due)
      }),
    )
  })

  it('stops at a case that is not loaded rather than skip it', () => {
    const rows = build([{ status: 'new', alerts: ['new'] }])
    const run: Run<CaseItem> = { way: caseTriageSteps, ids: ['PX0', 'PX9'], rowOf: (id) => rows.get(id) }
    expect(nextStep(run, { rowId: 'PX0', alertId: '0-0' }, 1)).toEqual({ rowId: 'PX9', alertId: null })
  })

  it('skips what was moved to the end', () => {
    const run = runOf(build([{ status: 'new', alerts: ['new', 'new'] }]))
    expect(nextStep(run, null, 1, new Set(['PX0/0-0']))).toEqual({ rowId: 'PX0', alertId: '0-1' })
  })
})
