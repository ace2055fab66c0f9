/** Worlds in which the hits of a rule are known by construction. */
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { RuleArea } from '#contract/model/values.ts'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { storeList } from '#server/screening/store-list.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { anEntry } from '#tests/support/lists.ts'
import { addRule, party } from '#tests/support/payments.ts'

export const NOW = new Date('2026-06-01T00:00:00Z')
let worlds = 0

/** A platform nobody has used. */
export const newPlatform = () => `world-${(worlds += 1)}`

/** A customer with what the platform knows of it; somebody in capitals is a business. */
export function known(id: string, profile: Record<string, unknown>, country = 'CA'): Party {
  return { ...party(id), country, profile }
}

/** The alerts of a platform, as `transaction account`, with the texts on demand; a customer alone is `- account`. */
export async function alertsOf({ db }: TestDatabase, platform: string): Promise<{ on: string; text: string }[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['case_id', 'customer_id', 'trigger_info'])
    .where('platform', '=', platform)
    .execute()
  return rows
    .map((row) => ({ on: `${row.case_id ?? '-'} ${row.customer_id}`, text: row.trigger_info.text }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
}

interface World {
  criteria: Criteria
  options?: RuleOptions
  area?: RuleArea
  payments: readonly IncomingTransaction[]
}

/** The alerts of a rule on payments that come in batch by batch. */
export async function said(database: TestDatabase, { criteria, options, area, payments }: World, size: number) {
  const platform = newPlatform()
  await addRule(database, platform, criteria, options, area)
  const ordered = payments.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (let start = 0; start < ordered.length; start += size) {
    await ingest(database.db, ordered.slice(start, start + size), { platform, now: NOW })
  }
  return await alertsOf(database, platform)
}

/** A sanctions list of these names, in force. */
export async function listNames({ db }: TestDatabase, names: readonly string[]): Promise<void> {
  const entries = names.map((name, n) => anEntry(`e${n}`, name))
  await storeList(db, { source: 'test', name: 'test', digest: 'x', entries, unusable: [] }, NOW)
}
