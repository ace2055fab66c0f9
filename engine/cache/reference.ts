/** The reference data in a plain database of their own, without a user, replaced when their version changes. */
import { Dexie, type DexieOptions, type Table } from 'dexie'
import { loadReference, referenceVersion } from '#contract/reference/load.ts'
import type { ReferenceData, ReferenceTable } from '#contract/reference/types.ts'

const KEYS = {
  merchantCategories: 'mcc',
  countries: 'id',
  currencies: 'code',
  services: 'id',
} as const satisfies Record<ReferenceTable, string>
const TABLES = Object.keys(KEYS) as ReferenceTable[]

/** All tables: from the database where it has this version, else from the build, and into the database. */
export async function readReference(idb: DexieOptions): Promise<ReferenceData> {
  const db = new Dexie('docket-reference', idb)
  db.version(1).stores({ ...KEYS, meta: 'k' })
  try {
    const version = await referenceVersion()
    const meta: Table<{ k: string; v: string }, string> = db.table('meta')
    if ((await meta.get('version'))?.v === version) {
      const tables = await Promise.all(TABLES.map(async (name) => [name, await db.table(name).toArray()] as const))
      return { version, ...(Object.fromEntries(tables) as Omit<ReferenceData, 'version'>) }
    }
    const data = await loadReference()
    await db.transaction('rw', [...TABLES, 'meta'], async () => {
      for (const name of TABLES) {
        await db.table(name).clear()
        await db.table(name).bulkPut(data[name])
      }
      await meta.put({ k: 'version', v: data.version })
    })
    return data
  } finally {
    db.close()
  }
}
