// The report of two versions of a list.
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { storeList } from '#server/screening/store-list.ts'
import { changesOf } from '#server/screening/list-versions.ts'
import { anEntry } from '#tests/support/lists.ts'

const NOW = new Date('2026-03-10T12:00:00Z')

export async function deltaReport(db: Kysely<Database>): Promise<string[]> {
  const list = { source: 'delta', name: 'Made-up list', unusable: [] }
  const kept = anEntry('2', 'ROE, Richard')
  await storeList(
    db,
    { ...list, digest: 'first', entries: [anEntry('1', 'DOE, Jane'), kept, anEntry('3', 'POE, Edgar')] },
    NOW,
  )
  const changed = { ...anEntry('1', 'DOE, Jane', 'DOE, Janet'), births: ['1970-03-14'] }
  await storeList(db, { ...list, digest: 'second', entries: [changed, kept, anEntry('4', 'MOE, Mary')] }, NOW)
  const report = await changesOf(db, 'delta', { most: 100, platform: 'paxum' })
  return [
    `The report of two versions of a list: ${report?.added} added, ${report?.changed} changed, ${report?.removed} removed`,
    ...(report?.items ?? []).map(
      ({ kind, entry, name, fields }) => `- ${kind} ${entry} ${name} ${JSON.stringify(fields)}`,
    ),
  ]
}
