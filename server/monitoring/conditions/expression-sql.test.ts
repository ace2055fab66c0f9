// Conditions in SQL decide what the evaluator of the contract decides on the same values, unknown ones included.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionHolds, type Seen } from '#contract/model/rules/conditions/condition-holds.ts'
import type { ConditionNode, ConditionOperand, Relation } from '#contract/model/rules/conditions/conditions.ts'
import { faultsOfConditions } from '#contract/model/rules/conditions/faults.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { canHoldSql, expressionSql, seenSql } from './expression-sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const numbers = some<ConditionOperand>(
  { field: 'transactionUsdAmount' },
  { fact: 'customer.risk' },
  { fact: 'customer.risk', times: 2 },
  { value: 10 },
  { byRisk: { high: 5, else: 20 } },
  { bySegment: { else: 10 } },
)
const texts = some<ConditionOperand>(
  { field: 'counterPartyName' },
  { fact: 'kyc.status' },
  { value: 'jose' },
  { value: 'Ann Lee' },
)
const of = (operands: fc.Arbitrary<ConditionOperand>, relations: Relation[]) =>
  fc.record({ left: operands, is: some(...relations), right: operands })
const leaf: fc.Arbitrary<ConditionNode> = fc.oneof(
  of(numbers, ['eq', 'ne', 'lt', 'lte', 'gt', 'gte']),
  of(texts, ['eq', 'ne']),
  fc.record({ left: numbers, is: some<Relation>('in', 'notIn'), right: fc.constant<number[]>([5, 10, 20]) }),
  fc.record({ left: texts, is: some<Relation>('in', 'notIn'), right: fc.constant<string[]>(['José', 'x']) }),
  fc.record({ left: fc.oneof(numbers, texts), is: fc.constant<Relation>('isKnown') }),
  fc.record({ left: fc.constant({ fact: 'ip.earlier' as const }), is: fc.constant<Relation>('isNew') }),
  fc.record({
    left: fc.constant({ fact: 'customer.pep' as const }),
    is: some<Relation>('eq', 'ne'),
    right: fc.record({ value: fc.boolean() }),
  }),
  fc.constant({ type: 'limit_transaction' as const, criterion: { limit: '1' } }),
)
const { node } = fc.letrec<{ node: ConditionNode; group: ConditionNode }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, leaf, tie('group')),
  group: fc
    .tuple(fc.boolean(), fc.boolean(), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
    .map(([isAll, isNot, members]): ConditionNode => {
      const not = isNot ? { not: true as const } : {}
      return isAll ? { all: members, ...not } : { any: members, ...not }
    }),
}))
const row = fc.record({
  fields: fc.record({
    transactionUsdAmount: some<unknown>('5', ' 10.00 ', 20, 'much', null),
    counterPartyName: some<unknown>('José', 'ANN-LEE', ' ', null),
    riskLevel: some<unknown>('high', 'low', null),
    customerType: some<unknown>('personal', null),
  }),
  values: fc.record({
    'customer.risk': some<unknown>(5, 10, 20, null),
    'customer.pep': some<unknown>(true, false, null),
    'kyc.status': some<unknown>('jose', 'x', null),
    'ip.earlier': some<unknown>(0, 3, null),
  }),
  isHit: fc.boolean(),
})

test('whatever is asked, and what can still hold is never less', async () => {
  await fc.assert(
    fc.asyncProperty(node, row, async (root, { fields, values, isHit }) => {
      fc.pre(faultsOfConditions(root, 'transaction').length === 0)
      const typeHit = () => sql.lit(isHit)
      const { rows } = await sql<{ holds: boolean | null; can_hold: boolean; seen: Seen }>`
        select ${expressionSql(root, typeHit)} as holds, ${canHoldSql(root, typeHit)} as can_hold,
          ${seenSql(root, typeHit)} as seen
        from (select ${JSON.stringify(fields)}::jsonb as fields) c,
          (select ${JSON.stringify(values)}::jsonb as values) v`.execute(database.db)
      const [found] = rows
      expect(found?.holds).toBe(conditionHolds(root, found?.seen ?? {}))
      if (found?.holds) expect(found.can_hold).toBe(true)
    }),
    { numRuns: 400 },
  )
})
