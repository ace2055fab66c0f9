/** Folds similar rows of a list over its columns, without unpacking rows. Loaded when a list is first folded. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { foldAlike, riskBand, type Foldable, type Folded, type Outlier } from '#contract/model/cases/fold.ts'
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
  /** Why an entry is single, by index. */
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
  const factOf = (name: string) => valueAt(chunk.facts[name], i)
  const numberOf = (name: string) => chunk.numbers[name]?.[i] ?? Number.NaN
  return {
    rules: factOf('rule') || rulesOf(chunk, i),
    customer: factOf('customer'),
    facts: `${factOf('type')} ${riskBand(numberOf('risk'))}`,
    amount: numberOf('amount'),
    isStopped: numberOf('level') > 0,
    hadStr: factOf('str') === '1',
    isNewCountry: factOf('newCountry') === '1',
  }
}

const valueAt = (column: Column | undefined, i: number) => column?.values[column.codes[i] ?? 0] ?? ''

/** The rules of a case's alerts, those that are still open marked: what is decided on one has to be decided on the other. */
function rulesOf({ parts, partStart }: Chunk, i: number): string {
  const rules = new Set<string>()
  for (let part = partStart[i] ?? 0; part < (partStart[i + 1] ?? 0); part += 1) {
    const isOpen = isOpenAlert(valueAt(parts['status'], part) as AlertStatus)
    rules.add(`${valueAt(parts['rule'], part)}${isOpen ? '*' : ''}`)
  }
  return [...rules].toSorted().join(' ')
}
