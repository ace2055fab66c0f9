/** Rules on current customers: run when one changes, or by schedule. */
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { freshOnAccounts, raiseOnAccounts } from './create-account-alerts.ts'
import { detect } from './detect.ts'
import { dropAllowlisted } from './drop-allowlisted.ts'
import type { Candidates } from './movement.ts'
import type { ActiveRule, LeftOut } from './active-rules.ts'
import { countShadow, freshInShadow } from './shadow.ts'

export interface DetectedCustomers {
  alerts: number
  /** Hits that an allowlist covers. */
  allowed: number
}

/** Runs the rules over customers and raises alerts. Inside a database transaction. */
export async function detectOnCustomers(
  db: Kysely<Database>,
  rules: readonly ActiveRule[],
  candidates: Candidates,
  tell?: (rule: LeftOut) => void,
): Promise<DetectedCustomers> {
  const { platform, to } = candidates
  const found = await detect(db, rules, candidates, tell)
  const hits = await dropAllowlisted(db, platform, found, () => to)
  const live = hits.filter(({ rule }) => rule.stage === 'live')
  const shadowed = hits.filter(({ rule }) => rule.stage === 'shadow')
  const fresh = await freshInShadow(db, await freshOnAccounts(db, platform, shadowed))
  await countShadow(db, fresh, live, () => to)
  return { alerts: await raiseOnAccounts(db, platform, live, to), allowed: found.length - hits.length }
}
