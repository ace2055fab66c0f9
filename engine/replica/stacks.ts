/** Folds similar rows of a list over its columns, without unpacking rows. Loaded when a list is first folded. */
import { foldAlike, type Foldable, type Folded, type Outlier } from '#contract/model/cases/fold.ts'
import type { Chunk, Found } from './chunk.ts'

/** Stacks and rows by themselves, in the order of the list. */
export interface FoldedList {
  /** Ids, those of a stack next to each other. */
  ids: string[]
  /** The number of ids of each entry. */
  sizes: Uint32Array
  /** The stacks among the entries, by index. */
  stacks: ReadonlyMap<number, Stack>
  /** Why an entry is single, by index. */
  outliers: ReadonlyMap<number, Outlier>
}

export type Stack = Pick<Folded, 'by' | 'key'>

interface Table {
  all: readonly Chunk[]
  ids: (found: Found) => string[]
}

/** From these scores on the risk is medium, and high. */
const BANDS = [35, 55]
const bandOf = (risk: number) => (Number.isNaN(risk) ? '-' : BANDS.filter((from) => risk >= from).length)

export function fold(table: Table, found: Found): FoldedList {
  const chunks = table.all
  const rows = Array.from(found, (place) => foldableOf(chunks[place >>> 16]!, place & 0xffff))
  const entries = foldAlike(rows.length, (row) => rows[row]!)
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
  const factOf = (name: string) => {
    const column = chunk.facts[name]
    return column?.values[column.codes[i] ?? 0] ?? ''
  }
  const numberOf = (name: string) => chunk.numbers[name]?.[i] ?? Number.NaN
  return {
    rule: factOf('rule'),
    customer: factOf('customer'),
    facts: `${factOf('type')} ${bandOf(numberOf('risk'))}`,
    amount: numberOf('amount'),
    isStopped: numberOf('level') > 0,
    hadStr: factOf('str') === '1',
    isNewCountry: false,
  }
}
