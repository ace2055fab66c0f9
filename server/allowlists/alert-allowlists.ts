/** The allowlists on an alert's rule and customer, as they look from the alert. */
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { AllowlistOnAlert } from '#contract/model/rules/allowlist.ts'
import { gapsOf, type Fired } from '#server/monitoring/allowlist-covers.ts'
import { loadTerms } from '#server/monitoring/allowlist-terms.ts'
import { passes } from '#server/monitoring/filter/filter.ts'
import type { Db } from '#server/store/sql.ts'

/** The maximum number shown beside an alert. */
const MOST = 50

interface Known {
  version_id: string
  name: string
  hits: number
  last_hit: Date | null
}

/** Covering ones first, then those that kept most from being raised. */
export async function allowlistsOn(db: Db, platform: string, fired: Fired): Promise<AllowlistOnAlert[]> {
  const { ruleId, account, customerType, subject } = fired
  const all = await loadTerms(db, platform, { ruleIds: [ruleId], customer: { id: account, type: customerType } })
  if (all.length === 0) return []
  const versions = all.map(({ versionId }) => versionId)
  const { rows } = await sql<Known>`
    select v.id as version_id, v.name, h.hits, h.last_hit
    from allowlist_version v
    cross join lateral (
      select count(*)::int as hits, max(at) as last_hit from allowlist_hit
      where allowlist_id = v.allowlist_id and customer_id = ${account}
    ) h
    where v.id = any(${versions}::bigint[])`.execute(db)
  const known = new Map(rows.map((row) => [row.version_id, row]))
  const items = all.map((terms): AllowlistOnAlert => {
    const { name = '', hits = 0, last_hit: lastHit = null } = known.get(terms.versionId) ?? {}
    return {
      id: terms.allowlistId,
      versionId: terms.versionId,
      name,
      customerId: terms.customerId,
      startDate: terms.startDate,
      endDate: terms.endDate,
      gaps: gapsOf(terms, fired),
      filters: terms.filterGroups.map((group) => ({ group, isMatched: passes(group, subject) })),
      hits,
      lastHit: lastHit && toStamp(lastHit),
    }
  })
  const isOpen = ({ gaps }: AllowlistOnAlert) => Number(gaps.length > 0)
  return items.toSorted((a, b) => isOpen(a) - isOpen(b) || b.hits - a.hits).slice(0, MOST)
}
