/** The least number of payments that make a distribution of amounts: the platform's policy, else the setting. */
import { sql, type Kysely } from 'kysely'
import { fitsField, type PolicyValue } from '#contract/model/policy.ts'
import { decisionSettings } from '#server/core/settings/decisions.ts'
import { DATA_POLICIES } from '#server/policies/data-policies.ts'
import type { Database } from '#server/schema/database.ts'

export async function sampleLeastOf(db: Kysely<Database>, platform: string): Promise<number> {
  const { rows } = await sql<{ value: PolicyValue }>`
    select value from policy where platform = ${platform} and id = 'sampleLeast'`.execute(db)
  const value = rows[0]?.value
  // one that the policy takes no more counts as none, as for the sheet
  const isKept = typeof value === 'number' && fitsField(DATA_POLICIES.sampleLeast.field, value)
  return isKept ? value : decisionSettings.SAMPLE_LEAST.schema.parse(process.env['SAMPLE_LEAST'])
}
