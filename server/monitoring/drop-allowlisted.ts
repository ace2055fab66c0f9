/** Takes out of a batch's hits what allowlists cover, and keeps a line of each. */
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { covers, type Terms } from './allowlist-covers.ts'
import { loadTerms } from './allowlist-terms.ts'
import type { Hit } from './detect.ts'
import { keyOf, loadSubjects } from './filter-subjects.ts'

/** The hits to raise; `timeOf` is the time of each. Runs inside the transaction that stored the batch. */
export async function dropAllowlisted(
  db: Kysely<Database>,
  platform: string,
  hits: readonly Hit[],
  timeOf: (hit: Hit) => Date | undefined,
): Promise<Hit[]> {
  if (hits.length === 0) return []
  const terms = await loadTerms(db, platform, { ruleIds: [...new Set(hits.map(({ rule }) => rule.id))] })
  if (terms.length === 0) return [...hits]
  const ruled = new Set(terms.map(({ ruleId }) => ruleId))
  const subjects = await loadSubjects(
    db,
    platform,
    hits.filter(({ rule }) => ruled.has(rule.id)),
  )
  const allowed: [Hit, Terms][] = []
  const raised = hits.filter((hit) => {
    const known = subjects.get(keyOf(hit))
    const at = timeOf(hit)
    if (!known || !at) return true
    const { rule, account, trigger } = hit
    const fired = { ruleId: rule.id, account, at, criteria: rule.criteria, saw: trigger.saw ?? {}, ...known }
    const covering = terms.find((one) => covers(one, fired))
    if (covering) allowed.push([hit, covering])
    return !covering
  })
  await insertRows(
    db,
    'allowlist_hit',
    allowed.map(([hit, { allowlistId, versionId }]) => ({
      platform,
      allowlist_id: allowlistId,
      version_id: versionId,
      rule_id: hit.rule.id,
      revision_id: hit.rule.revisionId,
      transaction_id: hit.transactionId,
      customer_id: hit.account,
      trigger_info: hit.trigger,
      at: timeOf(hit),
    })),
  )
  return raised
}
