// The files of a folder with names: pairs, strangers, and a list's names as written and altered.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { PartyFacts } from '#server/screening/party-facts.ts'
import { readCountries } from '#server/screening/lists/countries.ts'
import { readBirths } from '#server/screening/lists/dates.ts'
import type { NameKind } from '#server/screening/names/parse.ts'

export interface NamePair {
  id: string
  category: string
  kind: NameKind
  a: string
  b: string
  isMatch: boolean
  /** Whoever misses it has failed, or whoever finds it has. */
  isSure: boolean
  /** The score of OpenSanctions' logic-v2, from 0 to 1. */
  given: number
}

const KINDS: Readonly<Record<string, NameKind>> = {
  person: 'person',
  company: 'company',
  organization: 'company',
  vessel: 'vessel',
}

function rowsOf(folder: string, name: string): Record<string, string>[] {
  const path = join(folder, name)
  return existsSync(path)
    ? (parse(readFileSync(path, 'utf8'), { columns: true, bom: true, skip_empty_lines: true }) as Record<
        string,
        string
      >[])
    : []
}

/** Pairs of names, each with whether they are of one bearer. Throws where the folder has none. */
export function readPairs(folder: string): NamePair[] {
  const pairs = rowsOf(folder, 'pairs.csv').map((row) => ({
    id: row['case_id'] ?? '',
    category: row['case_group'] ?? '',
    kind: KINDS[row['schema']?.toLowerCase() ?? ''] ?? 'any',
    a: row['name1'] ?? '',
    b: row['name2'] ?? '',
    isMatch: row['is_match'] === 'true',
    isSure: row['quality'] === 'STRONG',
    given: Number(row['score']),
  }))
  if (pairs.length === 0) throw new Error(`There is no pairs.csv in ${folder}.`)
  return pairs
}

/** People of a file by what is known of them. */
export function readPeople(folder: string, name: string): PartyFacts[] {
  return rowsOf(folder, name).map((row) => ({
    names: [row['full_name'] ?? ''],
    kind: 'person',
    birth: readBirths(row['date_of_birth'])[0] ?? null,
    countries: readCountries(row['nationality']),
    gender: row['gender'] || null,
    identifiers: [],
  }))
}

const SCRIPTS = [
  'Arabic',
  'Cyrillic',
  'Han',
  'Hangul',
  'Hebrew',
  'Greek',
  'Hiragana',
  'Katakana',
  'Thai',
  'Devanagari',
  'Georgian',
  'Armenian',
]

/** `Latin`, or the scripts of the two names: `Cyrillic with Latin`. */
export function scriptsOf({ a, b }: Pick<NamePair, 'a' | 'b'>): string {
  const of = (name: string) => SCRIPTS.find((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)) ?? 'Latin'
  const [x, y] = [of(a), of(b)].toSorted()
  return x === y ? (x ?? '') : `${x} with ${y}`
}
