/** The least number of payments that make a distribution of amounts: the platform's policy, else the setting. */
import { sql, type Kysely } from 'kysely'
import { decisionSettings } from '#server/core/settings/decisions.ts'
import type { Database } from '#server/schema/database.ts'

export async function sampleLeastOf(db: Kysely<Database>, platform: string): Promise<number> {
  const { rows } = await sql<{ value: unknown }>`
    select value from policy where platform = ${platform} and id = 'sampleLeast'`.execute(db)
  const value = rows[0]?.value
  return typeof value === 'number' ? value : decisionSettings.SAMPLE_LEAST.schema.parse(process.env['SAMPLE_LEAST'])
}
