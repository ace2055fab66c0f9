/** Similar cases for tests of stacks: of one customer and one rule, an hour apart, the oldest first. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { searchText } from '#contract/model/cases/case-search.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { AlertLevel, Direction } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import { ruleOf } from './account-world.ts'

interface AlikeCase {
  usd: string
  /** The country of the counterparty. */
  country: string
  level?: AlertLevel
  direction?: Direction
  counterparty?: string
  /** Its alert is decided, and the case waits for the recommendation. */
  isDecided?: boolean
}

const HOUR = 3_600_000

/** Adds the cases; returns their ids in the same order. */
export async function addAlikeCases(
  db: Kysely<Database>,
  { platform, customerId, rule }: { platform: string; customerId: string; rule: string },
  all: readonly AlikeCase[],
): Promise<string[]> {
  const rule_id = await ruleOf(db, platform, rule)
  const ids: string[] = []
  for (const [i, one] of all.entries()) {
    const { usd, country, level = 'alert', direction = 'outgoing', isDecided = false } = one
    const at = new Date(Date.now() - (all.length - i + 1) * HOUR)
    const transactionId = `${customerId}${i}`
    const id = `${findPlatform(platform)?.code}${transactionId}`
    const stops = level === 'hardstop' ? 1 : 0
    const common = {
      platform,
      customer_id: customerId,
      amount: usd,
      currency: 'USD',
      usd,
      direction,
      service: 'wire3rdParty',
      country: 'CA',
      client_name: `Folded ${customerId}`,
      counterparty_name: one.counterparty ?? 'Northwind Ltd',
    }
    await db
      .insertInto('transaction')
      .values({ ...common, id: transactionId, at, counterparty_country: country, data: '{}' })
      .execute()
    await db
      .insertInto('monitoring_case')
      .values({
        ...common,
        id,
        uuid: randomUUID(),
        transaction_id: transactionId,
        customer_type: 'personal',
        status: 'new',
        created_at: at,
        alert_count: 1,
        open_alert_count: isDecided ? 0 : 1,
        hard_stop_count: stops,
        active_hard_stop: stops,
        lead_rule: rule,
        search: searchText(id, { clientName: common.client_name }),
      })
      .execute()
    await db
      .insertInto('alert')
      .values({
        platform,
        kind: 'transaction',
        case_id: id,
        customer_id: customerId,
        rule_id,
        rule_name: rule,
        rule_type: 'limit_transaction',
        rule_description: `${rule} rule`,
        revision_id: 7,
        level,
        status: isDecided ? 'resolved' : 'new',
        ...(isDecided && { resolved_at: at, resolved_by: 'analyst2', note: 'Seen before.' }),
        created_at: at,
        trigger_info: JSON.stringify({ text: `${usd} of 100`, facts: [] }),
        criteria: '{}',
      })
      .execute()
    ids.push(id)
  }
  return ids
}
