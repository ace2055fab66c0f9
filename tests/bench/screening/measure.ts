// npm run bench -- screening --pairs FOLDER [--cases CUSTOMERS]: what screening finds, what it should not, and how long it takes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onlyNamed, type PartyFacts } from '#server/screening/party-facts.ts'
import { readList } from '#server/screening/lists/read.ts'
import { THRESHOLD } from '#server/screening/settings.ts'
import { Screener, type Listed } from '#server/screening/screener.ts'
import type { Store } from '#server/store/pool.ts'
import { withDatabase } from '#tests/bench/server/payments.ts'
import { anEntry } from '#tests/support/lists.ts'
import { print, quantile, round, type Report } from '../report.ts'
import { commonNames } from './common.ts'
import { deltaReport } from './delta.ts'
import { readPairs, readPeople } from './folder.ts'
import { hardest, mistaken, reportPairs, scorePairs } from './pairs.ts'
import { screenWhole } from './whole.ts'

const NEEDED = 'It needs a folder with pairs.csv, strangers-*.csv, un-plain.csv and un-altered.csv: --pairs FOLDER.'
const GOALS = { strangers: 0.1, altered: 0.995, nameMs: 5, minutes: 10 }
/** How many names are timed. */
const TIMED = 3000

const listOf = (source: string, entries: Listed['entry'][]): Listed[] =>
  entries.map((entry) => ({ source, list: source, entry, digest: '' }))
const screenerOf = (listed: readonly Listed[]) => new Screener(listed, () => THRESHOLD)

function hitsOf(screener: Screener, people: readonly PartyFacts[]): number {
  return people.filter((party) => screener.find(party).length > 0).length
}

export async function measure(options: { pairs?: string; cases?: number }): Promise<Report> {
  const { pairs: folder } = options
  if (folder === undefined || !existsSync(folder)) throw new Error(NEEDED)
  return withDatabase(async (store) => {
    const { db } = store
    const pairs = await scorePairs(db, readPairs(folder))
    const { rows, notes, isMissed } = reportPairs(pairs)
    print({ title: 'Pairs of names', rows, notes }, false)
    console.log('The ten hardest pairs that are found:')
    for (const line of hardest(pairs, 10)) console.log(`- ${line}`)
    console.log('The ten pairs that are judged wrong by most:')
    for (const line of mistaken(pairs, 10)) console.log(`- ${line}`)
    const ofac = await publishedList(folder)
    const [found, isFoundMissed] = findings(folder, ofac)
    print({ title: 'Names on no list, and names of a list', rows: found, notes: [] }, false)
    if (ofac.length > 0) print(commonNames(folder, unList(folder), ofac), false)
    for (const line of await deltaReport(db)) console.log(line)
    const timed = await timings(folder, store, options.cases)
    return {
      title: 'Time',
      rows: timed.rows,
      notes: timed.notes,
      isMissed: isMissed || isFoundMissed || timed.isMissed,
    }
  })
}

/** OFAC's list, where it lies beside the folder. */
export async function publishedList(folder: string): Promise<Listed[]> {
  const beside = join(folder, '..', 'ofac')
  return existsSync(beside) ? listOf('ofac', (await readList(beside)).entries) : []
}

/** The UN's names, each an entry by its row. */
function unList(folder: string): Listed[] {
  return listOf(
    'un',
    readPeople(folder, 'un-plain.csv').map(({ names }, n) => anEntry(String(n), ...names)),
  )
}

type Rows = Record<string, string | number>[]

function findings(folder: string, ofac: readonly Listed[]): [rows: Rows, isMissed: boolean] {
  const plain = readPeople(folder, 'un-plain.csv')
  const altered = readPeople(folder, 'un-altered.csv')
  const un = unList(folder)
  const screener = screenerOf(un)
  const found = (people: readonly PartyFacts[]) =>
    people.filter(({ names: [name = ''] }, n) =>
      screener.find(onlyNamed(name)).some(({ entry }) => entry.id === String(n)),
    ).length
  const [asWritten, asAltered] = [found(plain), found(altered)]
  const rows: Rows = [
    {
      '': 'UN names as written',
      of: plain.length,
      found: asWritten,
      share: round((100 * asWritten) / plain.length, 2),
    },
    {
      '': 'UN names altered',
      of: altered.length,
      found: asAltered,
      share: round((100 * asAltered) / altered.length, 2),
    },
  ]
  let isMissed = asAltered / altered.length < GOALS.altered
  for (const [name, list] of [
    ['UN', un],
    ['OFAC', ofac],
  ] as const) {
    if (list.length === 0) continue
    const all = screenerOf(list)
    for (const file of ['strangers-global.csv', 'strangers-us.csv']) {
      const people = readPeople(folder, file)
      const byName = hitsOf(
        all,
        people.map(({ names: [own = ''] }) => onlyNamed(own)),
      )
      const whole = hitsOf(all, people)
      const share = (100 * byName) / people.length
      isMissed ||= share > GOALS.strangers
      rows.push({
        '': `${file.replace('.csv', '')} against ${name}, by name`,
        of: people.length,
        found: byName,
        share: round(share, 3),
      })
      rows.push({
        '': `… with birth date, gender and country`,
        of: people.length,
        found: whole,
        share: round((100 * whole) / people.length, 3),
      })
    }
  }
  return [rows, isMissed]
}

async function timings(folder: string, store: Store, cases: number | undefined) {
  const people = readPeople(folder, 'strangers-us.csv').concat(readPeople(folder, 'strangers-global.csv'))
  const names = people.flatMap(({ names: [name] }) => name ?? [])
  const published = await publishedList(folder)
  const entries = manyEntries(published, names, 50_000)
  const screener = screenerOf(listOf('many', entries))
  const took: number[] = []
  const worked: number[] = []
  for (const party of people.slice(0, 200)) screener.find(party)
  for (const party of people.slice(200, 200 + TIMED)) {
    const [started, before] = [performance.now(), process.cpuUsage()]
    screener.find(party)
    const { user, system } = process.cpuUsage(before)
    worked.push((user + system) / 1000)
    took.push(performance.now() - started)
  }
  // the time of the neighbours is not the screener's
  const p95 = quantile(worked, 0.95)
  const rows: Rows = [
    {
      '': 'a name against 50,000 entries',
      names: entries.reduce((sum, each) => sum + each.names.length, 0),
      'p50, ms': round(quantile(took, 0.5), 2),
      'p95, ms': round(quantile(took, 0.95), 2),
      'p95, ms of a processor': round(p95, 2),
      goal: GOALS.nameMs,
    },
  ]
  const notes = [`${people.length} people asked for, of whom ${TIMED} are timed.`]
  let isMissed = p95 > GOALS.nameMs
  if (cases !== undefined) {
    const { spent, customers, hits } = await screenWhole(store, manyEntries(published, names, 20_000), names, cases)
    rows.push({
      '': `${customers} customers against 20,000 entries`,
      minutes: round(spent.seconds / 60, 2),
      'minutes of a processor, Node': round(spent.node / 60, 2),
      'and PostgreSQL': round(spent.postgres / 60, 2),
      hits,
      goal: GOALS.minutes,
    })
    isMissed ||= spent.seconds / 60 > GOALS.minutes
  } else notes.push('A whole screening is timed with --cases 100000.')
  return { rows, notes, isMissed }
}

/** The published entries, and made-up ones with two aliases each until there are so many. */
export function manyEntries(published: readonly Listed[], names: readonly string[], many: number) {
  const entries = published.map(({ entry }) => entry).slice(0, many)
  const words = names.map((name) => name.split(' '))
  const word = (n: number, at: 0 | -1) => words[n % words.length]?.at(at) ?? ''
  for (let n = entries.length; n < many; n += 1) {
    // first and last names of different people, so that nobody is asked for by his own name
    const [first, last] = [word(n * 7 + 3, 0), word(n * 13 + 5, -1)]
    const full = `${first} ${last}`
    entries.push(
      anEntry(
        `made-up ${n}`,
        full,
        `${last}, ${first} ${word(n * 3 + 1, 0)}`,
        `${first} ${word(n * 5 + 2, 0)} ${last}`,
      ),
    )
  }
  return entries
}
