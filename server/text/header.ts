/** The header of a table: names of columns, and what separates them. */
import { INVISIBLE, UnreadableInput, quoted } from './fault.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The column's name without marks, invisible characters and spaces around. */
export const cleanName = (text: string): string =>
  text.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim()

/** The separator of a line's columns: the sign that occurs most outside of quotes; undefined without one. */
export function findDelimiter(line: string): Delimiter | undefined {
  const plain = line.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counted = DELIMITERS.map((sign) => [sign, plain.split(sign).length - 1] as const).toSorted(
    (a, b) => b[1] - a[1],
  )
  const [best] = counted
  return best && best[1] > 0 ? best[0] : undefined
}

/**
 * Names by which every column can be addressed. Of several with one name the second is `Account#2`; `Account` is the
 * first only where the others are addressed too.
 */
export class Header {
  readonly columns: readonly string[]
  readonly #indexes: ReadonlyMap<string, number>
  readonly #repeated: ReadonlyMap<string, number>

  constructor(cells: readonly string[]) {
    const counts = new Map<string, number>()
    this.columns = cells.map((cell, n) => {
      const name = cleanName(cell) || `column ${n + 1}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count === 1 ? name : `${name}#${count}`
    })
    const indexes = new Map(this.columns.map((name, n) => [name, n]))
    const repeated = [...counts].filter(([, count]) => count > 1)
    for (const [name] of repeated) indexes.set(`${name}#1`, indexes.get(name) ?? 0)
    this.#indexes = indexes
    this.#repeated = new Map(repeated)
  }

  /** Names that several columns have. */
  get repeated(): string[] {
    return [...this.#repeated.keys()]
  }

  indexOf(name: string): number | undefined {
    return this.#indexes.get(cleanName(name))
  }

  /**
   * Checks that every wanted column is there, once. Throws `UnreadableInput` that names those that are missing, with what
   * is there, and those of which there are several.
   */
  require(wanted: Iterable<string>, file: string): void {
    const names = new Set([...wanted].map(cleanName))
    const missing = [...names].filter((name) => this.indexOf(name) === undefined)
    if (missing.length > 0)
      throw new UnreadableInput(
        `${file} has no column ${missing.join(', ')}. It has ${this.columns.map(quoted).join(', ')}.`,
      )
    for (const [name, count] of this.#repeated) {
      const each = Array.from({ length: count }, (_, n) => `${name}#${n + 1}`)
      const isWanted = names.has(name) || each.some((one) => names.has(one))
      const isFull = each.every((one, n) => names.has(one) || (n === 0 && names.has(name)))
      if (isWanted && !isFull)
        throw new UnreadableInput(
          `${file} has ${count} columns ${quoted(name)}: the mapping has to name each, as ${each.join(', ')}, or list it under "ignore".`,
        )
    }
  }

  /** Columns that are not among these. */
  others(read: Iterable<string>): string[] {
    const indexes = new Set([...read].map((name) => this.indexOf(name)))
    return this.columns.filter((_, n) => !indexes.has(n))
  }
}
