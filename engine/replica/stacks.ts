/** Folds similar rows of a list over its columns, without unpacking rows. Loaded when a list is first folded. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { foldSimilar, riskBand, type Foldable, type Folded, type Outlier } from '#contract/model/cases/fold.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import type { Chunk, Column, Found } from './chunk.ts'

/** Stacks and rows by themselves, in the order of the list. */
export interface FoldedList {
  /** Ids, those of a stack next to each other. */
  ids: string[]
  /** The number of ids of each entry. */
  sizes: Uint32Array
  /** The stacks among the entries, by index. */
  stacks: ReadonlyMap<number, Stack>
  /** The reason why an entry is single, by index. */
  outliers: ReadonlyMap<number, Outlier>
}

export type Stack = Pick<Folded, 'by' | 'key'>

interface Table {
  all: readonly Chunk[]
  ids: (found: Found) => string[]
}

export function fold(table: Table, found: Found): FoldedList {
  const chunks = table.all
  const rows = Array.from(found, (place) => foldableOf(chunks[place >>> 16]!, place & 0xffff))
  const entries = foldSimilar(rows.length, (row) => rows[row]!)
  const order = new Uint32Array(found.length)
  const sizes = new Uint32Array(entries.length)
  const stacks = new Map<number, Stack>()
  const outliers = new Map<number, Outlier>()
  let next = 0
  entries.forEach((entry, i) => {
    sizes[i] = entry.rows.length
    if (entry.key) stacks.set(i, { by: entry.by, key: entry.key })
    if (entry.outlier) outliers.set(i, entry.outlier)
    for (const row of entry.rows) order[next++] = found[row]!
  })
  return { ids: table.ids(order), sizes, stacks, outliers }
}

function foldableOf(chunk: Chunk, i: number): Foldable {
  return {
    rules: factAt(chunk, 'rule', i) || rulesOf(chunk, i),
    customer: factAt(chunk, 'customer', i),
    facts: `${factAt(chunk, 'type', i)} ${riskBand(numberAt(chunk, 'risk', i))}`,
    amount: numberAt(chunk, 'amount', i),
    isStopped: numberAt(chunk, 'level', i) > 0,
    hadStr: factAt(chunk, 'str', i) === '1',
    isNewCountry: factAt(chunk, 'newCountry', i) === '1',
  }
}

const factAt = ({ facts }: Chunk, name: string, i: number) => valueAt(facts[name], i)
const numberAt = ({ numbers }: Chunk, name: string, i: number) => numbers[name]?.[i] ?? Number.NaN
const valueAt = (column: Column | undefined, i: number) => column?.values[column.codes[i] ?? 0] ?? ''

/** The rules of a case's alerts, those that are still open marked: what is decided on one has to be decided on the other. */
function rulesOf({ parts, partStart }: Chunk, i: number): string {
  const [from = 0, to = 0] = [partStart[i], partStart[i + 1]]
  if (to - from === 1) return ruleAt(parts, from)
  const rules = new Set<string>()
  for (let part = from; part < to; part += 1) rules.add(ruleAt(parts, part))
  return [...rules].toSorted().join(' ')
}

function ruleAt(parts: Chunk['parts'], part: number): string {
  const isOpen = isOpenAlert(valueAt(parts['status'], part) as AlertStatus)
  return `${valueAt(parts['rule'], part)}${isOpen ? '*' : ''}`
}
