/** Takes out of a batch's hits what allowlists cover, and keeps a line of each. */
import type { Kysely } from 'kysely'
import { loadTerms } from '#server/store/queries/allowlist-terms.ts'
import type { Database } from '#server/store/schema.ts'
import { covers, type Terms } from './allowlist-match.ts'
import type { Hit } from './detect.ts'
import type { IncomingTransaction } from './incoming.ts'
import { insertRows } from './rows.ts'
import { keyOf, loadSubjects } from './subjects.ts'

/** The hits that are to be raised. Runs inside the transaction that stored the batch. */
export async function leaveAllowed(
  db: Kysely<Database>,
  platform: string,
  hits: readonly Hit[],
  stored: readonly IncomingTransaction[],
): Promise<Hit[]> {
  if (hits.length === 0) return []
  const terms = await loadTerms(db, platform, { ruleIds: [...new Set(hits.map(({ rule }) => rule.id))] })
  if (terms.length === 0) return [...hits]
  const ruled = new Set(terms.map(({ ruleId }) => ruleId))
  const times = new Map(stored.map(({ id, at }) => [id, at]))
  const subjects = await loadSubjects(
    db,
    platform,
    hits.filter(({ rule }) => ruled.has(rule.id)),
  )
  const allowed: [Hit, Terms][] = []
  const raised = hits.filter((hit) => {
    const known = subjects.get(keyOf(hit))
    const at = times.get(hit.transactionId)
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
    allowed.map(([{ rule, account, transactionId, trigger }, { allowlistId, versionId }]) => ({
      platform,
      allowlist_id: allowlistId,
      version_id: versionId,
      rule_id: rule.id,
      revision_id: rule.revisionId,
      transaction_id: transactionId,
      customer_id: account,
      trigger_info: trigger,
      at: times.get(transactionId),
    })),
  )
  return raised
}
