/** Conditions of rules that fail: the others are evaluated, and those that failed are named. */
import { sql, type Kysely } from 'kysely'
import type { LeftOut } from '#server/monitoring/active-rules.ts'
import type { Candidates } from '#server/monitoring/movement.ts'
import type { Database } from '#server/schema/database.ts'
import { evaluateConditions } from './condition-hits.ts'
import type { ConditionedRule } from './wanted-operands.ts'

type Db = Kysely<Database>

/** The failure as text; null if there was none. The transaction goes on either way. */
async function failureOf(db: Db, work: () => Promise<void>): Promise<string | null> {
  await sql`savepoint conditions`.execute(db)
  try {
    await work()
    await sql`release savepoint conditions`.execute(db)
    return null
  } catch (error) {
    await sql`rollback to savepoint conditions`.execute(db)
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Evaluates conditions, and answers the numbers of the rules that could not be: `tell` hears of each with its reason.
 * Without `tell` a failure is thrown.
 */
export async function evaluateSafely(
  db: Db,
  rules: readonly ConditionedRule[],
  candidates: Candidates,
  tell?: (rule: LeftOut) => void,
): Promise<ReadonlySet<number>> {
  if (!tell) {
    await evaluateConditions(db, rules, candidates)
    return new Set()
  }
  if ((await failureOf(db, () => evaluateConditions(db, rules, candidates))) === null) return new Set()
  const good: ConditionedRule[] = []
  for (const one of rules) {
    const reason = await failureOf(db, () => evaluateConditions(db, [one], candidates))
    if (reason === null) good.push(one)
    else tell({ ruleId: one.rule.id, name: one.rule.name, reason: `not evaluated: ${reason}` })
  }
  await evaluateConditions(db, good, candidates)
  const kept = new Set(good.map(({ n }) => n))
  return new Set(rules.map(({ n }) => n).filter((n) => !kept.has(n)))
}
