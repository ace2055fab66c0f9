// A whole screening through the database: customers are stored, a list comes into force, everybody is compared.
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { storeList } from '#server/screening/store-list.ts'
import type { ListEntry } from '#server/screening/lists/entry.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import type { Store } from '#server/store/pool.ts'
import { atWork, type Spent } from '#tests/bench/server/payments.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const CHUNK = 5000

export async function screenWhole(
  store: Store,
  entries: ListEntry[],
  names: readonly string[],
  many: number,
): Promise<{ spent: Spent; customers: number; hits: number }> {
  const { db } = store
  const words = names.map((name) => name.split(' '))
  const nameOf = (n: number) =>
    `${words[n % words.length]?.[0] ?? ''} ${words[(n * 11 + 1) % words.length]?.at(-1) ?? ''}`
  for (let from = 0; from < many; from += CHUNK) {
    const parties = Array.from({ length: Math.min(CHUNK, many - from) }, (_, n) => ({
      id: `c${from + n}`,
      type: 'personal' as const,
      name: nameOf(from + n),
      createdAt: NOW,
    }))
    await storeCustomers(db, 'paxum', parties)
  }
  await storeList(db, { source: 'bench', name: 'Bench', digest: 'bench', entries, unusable: [] }, NOW)
  let found = { customers: 0, hits: 0 }
  const spent = await atWork(store, async () => {
    found = await screenAll(db, NOW)
  })
  return { spent, ...found }
}
