// The published list, where it lies beside the repository: what is found of it, what is not, and how long it takes.
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { districtWorld } from '#server/demo/district.ts'
import { randomOf } from '#server/demo/random.ts'
import type { Party } from '#server/monitoring/ingestion/incoming.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { storeList } from './store-list.ts'
import { readList, type SanctionsList } from './lists/read.ts'
import { COMPARED_TYPES } from './settings.ts'
import { screenAll } from './screen-parties.ts'

const FOLDER = '../shared/data/ofac'
const here = existsSync(FOLDER)
if (!here) console.info(`skipped: there is no ${FOLDER} to screen against`)
const NOW = new Date('2026-03-10T12:00:00Z')
const platform = 'paxum'
/** How many of each kind are tried. */
const TRIED = 120

let database: TestDatabase
let list: SanctionsList
const figures: Record<string, unknown> = {}
beforeAll(async () => {
  if (!here) return
  database = await testDatabase()
  list = await readList(FOLDER)
  const started = performance.now()
  await storeList(database.db, list, NOW)
  figures['import, ms'] = Math.round(performance.now() - started)
})
afterAll(async () => {
  if (!here) return
  console.info('screening against the published list', figures)
  await database.close()
})

const random = randomOf('names of the published list')
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** `DOE, Jane Mary` as people write themselves. */
const turned = (name: string) => (/^[^,]+, [^,.]+$/.test(name) ? name.split(', ').toReversed().join(' ') : name)
const at = (name: string, change: (before: string, after: string) => string) => {
  // inside a word, past the middle
  const n = [...name.matchAll(/[a-z](?=[a-z]{2})/gi)]
    .map(({ index }) => index)
    .find((index) => index >= name.length / 2)
  return n === undefined ? undefined : change(name.slice(0, n), name.slice(n))
}

/** A change of a name; undefined if it does not apply. */
const ALTERATIONS: Record<string, (name: string) => string | undefined> = {
  'as it stands': (name) => name,
  'other case, order and accents': (name) => turned(name).toLowerCase().replace('a', 'á').replace('o', 'ö'),
  'one letter left out': (name) => at(name, (before, after) => before + after.slice(1)),
  'one letter doubled': (name) => at(name, (before, after) => before + after[0] + after),
  'one letter replaced': (name) => at(name, (before, after) => before + random.pick([...letters]) + after.slice(1)),
  'two letters swapped': (name) => at(name, (before, after) => `${before}${after[1]}${after[0]}${after.slice(2)}`),
}

/** Entries of people and companies by each of their names; short ones cannot be altered and still be themselves. */
function* knownNames(): Generator<[id: string, name: string, type: Party['type']]> {
  for (const { id, type, names } of list.entries) {
    if (!(COMPARED_TYPES as readonly string[]).includes(type)) continue
    for (const { name, isWeak } of names)
      // a weak alias is no hit alone
      if (!isWeak && /^[\x20-\x7e]{16,60}$/.test(name)) yield [id, name, type === 'entity' ? 'business' : 'personal']
  }
}

test.skipIf(!here)(
  `known names of ${FOLDER} are found by name and alias, also misspelt; names of the demo world are not (skipped where it is missing)`,
  { timeout: 120_000 },
  async () => {
    const known = [...knownNames()]
    const expected = new Map<string, { entry: string; kind: string }>()
    const parties: Party[] = []
    for (const [kind, alter] of Object.entries(ALTERATIONS)) {
      for (let n = 0; n < TRIED; n += 1) {
        const [entry, name, type] = random.pick(known)
        const altered = alter(name)
        if (altered === undefined) continue
        const id = `${kind} ${n}`
        expected.set(id, { entry, kind })
        parties.push({ id, type, name: altered, createdAt: NOW })
      }
    }
    const strangers = districtWorld({ platform, number: 0, customers: 420, payments: 1, stories: 1 }, NOW).customers
    await storeCustomers(database.db, platform, [...parties, ...strangers])
    const started = performance.now()
    const { names } = await screenAll(database.db, NOW)
    const ms = performance.now() - started
    const { rows } = await sql<{ id: string; entries: string[] }>`
    select customer_id as id, array_agg(entry_id) as entries from sanctions_hit group by customer_id`.execute(
      database.db,
    )
    const found = new Map(rows.map(({ id, entries }) => [id, entries]))
    const share = (kind: string) => {
      const all = [...expected].filter(([, each]) => each.kind === kind)
      return all.filter(([id, { entry }]) => found.get(id)?.includes(entry)).length / all.length
    }
    const shares = Object.fromEntries(Object.keys(ALTERATIONS).map((kind) => [kind, share(kind)]))
    const strange = strangers.filter(({ id }) => found.has(id)).length / strangers.length
    Object.assign(figures, {
      entries: list.entries.length,
      names: list.entries.flatMap((each) => each.names).length,
      compared: names,
      'ms a name': Math.round((ms / names) * 10) / 10,
      'found, of 1': shares,
      'strangers held, of 1': strange,
    })
    // differences that normalising removes never hide a name
    expect([shares['as it stands'], shares['other case, order and accents']]).toEqual([1, 1])
    for (const [kind, found] of Object.entries(shares)) expect(found, kind).toBeGreaterThan(0.94)
    expect(strange).toBeLessThan(0.01)
  },
)
