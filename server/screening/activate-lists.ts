/** Puts the lists in force that the settings name. */
import type { Insertable, Kysely } from 'kysely'
import type { ListSummary } from '#contract/model/screening/screening.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { ADVERSE } from './adverse-names.ts'
import { storeList, listsInForce, withdrawOthers } from './store-list.ts'
import type { Unusable } from './lists/entry.ts'
import { readPlaces } from './lists/read.ts'
import { readListApart } from './lists/read-apart.ts'

export interface ActivatedLists {
  /** Lists that were read, with whether this version is new. */
  lists: {
    name: string
    source: string
    digest: string
    entries: number
    isNew: boolean
    unusable: readonly Unusable[]
    summary?: ListSummary | undefined
  }[]
  /** Lists that are no longer named by the settings. */
  withdrawn: string[]
  /** The faults of lists whose version in force stays. */
  broken: string[]
}

/**
 * Reads every list of the setting and puts it in force. Of a list that cannot be read the version in force stays, and so
 * do lists that the settings no longer name while any is broken. Throws where nothing would be in force.
 */
export async function activateLists(
  db: Kysely<Database>,
  setting: string | undefined,
  now: Date,
): Promise<ActivatedLists> {
  const places = readPlaces(setting)
  const result: ActivatedLists = { lists: [], withdrawn: [], broken: [] }
  const broken: Broken[] = []
  const wanted: { source: string | undefined; path: string | undefined; encoding?: string }[] =
    places.length > 0 ? places : [{ source: undefined, path: undefined }]
  for (const { path, source, encoding } of wanted) {
    try {
      const list = await readListApart(path, source, encoding)
      if (list.source === ADVERSE)
        throw new Error(`${ADVERSE} is the list that is kept in the window: give the list at ${path} another name.`)
      if (result.lists.some((each) => each.source === list.source)) {
        throw new Error(
          `Two sanctions lists are both ${list.source}: name one of them in SANCTIONS_LIST, as other=${path}.`,
        )
      }
      const isNew = await storeList(db, list, now)
      const { name, digest, entries, unusable, summary } = list
      result.lists.push({ name, source: list.source, digest, entries: entries.length, isNew, unusable, summary })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      result.broken.push(message)
      broken.push({ place: path ?? '', source: source ?? null, message, at: now })
    }
  }
  await keepBroken(db, broken)
  const [first] = result.broken
  if (first === undefined)
    result.withdrawn = await withdrawOthers(db, [ADVERSE, ...result.lists.map(({ source }) => source)], now)
  else if (!(await listsInForce(db)).some(({ source }) => source !== ADVERSE)) throw new Error(first)
  return result
}

type Broken = Insertable<Database['sanctions_broken']>

/** The last faults are returned with the lists in force. */
async function keepBroken(db: Kysely<Database>, broken: readonly Broken[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sanctions_broken').execute()
    await insertRows(tx, 'sanctions_broken', [...new Map(broken.map((each) => [each.place, each])).values()])
  })
}
