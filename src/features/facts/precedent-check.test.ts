/** The outcome of a plan that precedent contradicts. */
import { describe, expect, test } from 'vitest'
import type { Fact, FactId, FactSheet } from '#contract/model/facts/facts.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { Plan } from '#src/commands/command.ts'
import { checkPrecedent } from './precedent-check.ts'

const asOf = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
/** A case with one alert, so many precedents alike, and so many of them with an STR. */
function sheetOf(id: string, of: number, strs: number): FactSheet {
  const fact = (factId: FactId, value: number): Fact => ({
    id: factId,
    value,
    alertId: `a${id}`,
    state: 'known',
    source: { kind: 'rule', id: '7' },
    asOf,
    version: String(value),
    ...(factId === 'precedent.alike' && {
      items: [{ source: { kind: 'case', id: 'PX9' }, label: 'Limit', on: '2026-01-01', status: 'resolved' }],
    }),
  })
  return {
    subject: { kind: 'case', id },
    asOf,
    version: id,
    ruleRevisions: {},
    account: { id: '7', name: 'Ada' },
    otherAccounts: {},
    facts: [fact('precedent.alike', of), fact('precedent.alikeStrs', strs), fact('precedent.customer', 0)],
    guard: { share: 0.9, least: 10 },
  }
}
const sheets = new Map(
  [sheetOf('PX1', 20, 20), sheetOf('PX2', 20, 0), sheetOf('PX3', 20, 0), sheetOf('PX4', 20, 19)].map((one) => [
    one.subject.id,
    one,
  ]),
)
const guard = (plan: Plan) => checkPrecedent(plan, ({ id }) => sheets.get(id))
const resolve = (id: string): OpDraft => ({
  kind: 'alert.resolve',
  target: { platform: 'paxum', customerId: '1', caseId: id, alertId: `a${id}` },
  body: { note: 'Fine.' },
})
const noStr = (id: string, needs: number[]): OpDraft => ({
  kind: 'case.recommendStr',
  target: { platform: 'paxum', customerId: '1', caseId: id },
  body: { note: 'None.', action: 'reject' },
  needs,
})
const plan = (ops: OpDraft[]): Plan => ({ ops, skipped: [], warnings: [], summary: 'Resolved', asks: 'Resolve' })
const precedentOf = ({ body }: OpDraft) => (body as { precedent?: { seen: object; answer?: string } }).precedent

describe('one decision', () => {
  test('with precedent asks nothing, and carries the known precedents', () => {
    const judged = guard(plan([resolve('PX2')]))
    expect(judged.confirm).toBeUndefined()
    expect(judged.ops.map(precedentOf)).toEqual([{ seen: { aPX2: [0, 0, 0, 20, 0, 0] } }])
  })

  test('against precedent asks once, and is answered by a reason or by keeping it', () => {
    const { against, confirm } = guard(plan([resolve('PX1'), noStr('PX1', [0])]))
    expect(confirm).toBe('Resolve, against precedent')
    expect(against?.text).toMatch(/^20 of 20 prior alerts .* were closed with an STR\.$/)
    expect(against?.links).toEqual([{ title: 'PX9 · 2026-01-01 · resolved', href: '/admin/paxum/case/PX9' }])
    const answers = (words: string) => against?.answered(words).map((op) => precedentOf(op)?.answer)
    expect(answers(' Salary. ')).toEqual(['Salary.', 'Salary.'])
    expect(answers(' ')).toEqual(['Kept', 'Kept'])
  })

  test('is unchanged without facts, and where nothing is decided', () => {
    const note: OpDraft = { kind: 'case.note', target: resolve('PX1').target, body: { note: 'x' } }
    const was = plan([resolve('PX8'), note])
    expect(guard(was)).toEqual(was)
  })
})

test('several decisions ask once with the numbers, and offer only those with precedent and their operations', () => {
  const ops = [resolve('PX1'), noStr('PX1', [0]), resolve('PX2'), noStr('PX2', [2]), resolve('PX3'), resolve('PX4')]
  const judged = guard(plan(ops))
  expect(judged.confirm).toBe('Resolve, 3 against precedent')
  expect(judged.against?.text.split('\n')).toHaveLength(3)
  expect(judged.against?.answered('').map((op) => precedentOf(op)?.answer)).toEqual([
    'Kept',
    'Kept',
    undefined,
    undefined,
    undefined,
    'Kept',
  ])
  const instead = judged.instead?.plan
  expect(instead?.ops.map(({ target, needs }) => [target.caseId, needs])).toEqual([
    ['PX2', undefined],
    ['PX2', [0]],
    ['PX3', undefined],
  ])
  expect(judged.instead?.title).toBe('only the 2 alerts that precedent agrees with')
  expect(instead?.summary).toBe('Resolved: 2 alerts; 3 left out: against precedent')
  expect(instead?.skipped).toHaveLength(3)
  expect(instead?.confirm).toBeUndefined()
})

test('leaves out a whole case, with its agreeing alerts and its closing', () => {
  const both = { ...resolve('PX1'), target: { ...resolve('PX1').target, alertId: 'b' } }
  const { instead } = guard(plan([resolve('PX1'), both, noStr('PX1', [0, 1]), resolve('PX2')]))
  expect(instead?.plan.ops.map(({ target }) => target.caseId)).toEqual(['PX2'])
})
