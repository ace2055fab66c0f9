/** Rows of a CSV file with their line numbers; broken rows are returned, not thrown. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { decodeStream } from '#server/text/decode.ts'
import type { Encoding } from '#server/text/encoding.ts'
import { Fault, faultOf, quoted, UnreadableInput } from '#server/text/fault.ts'
import { findDelimiter, Header, type Delimiter } from '#server/text/header.ts'

/** A row, entry or message that was left out. */
export interface RowError {
  file: string
  /** Of a file without lines the number of the message. */
  line: number
  message: string
  /** The kind of fault, by which the report counts. */
  reason: string
}

export interface CsvOptions {
  encoding?: string | undefined
  delimiter?: Delimiter | undefined
  /** How to name the encoding, for messages. */
  setting: string
}

/** A row by the names of its columns; empty where there is none. */
export type Cell = (column: string) => string

export interface CsvRows<T> {
  rows: T[]
  errors: RowError[]
  /** Rows of the file, without the header and empty lines. */
  read: number
  header: Header
  encoding: Encoding
  delimiter: Delimiter
}

interface Row {
  record: string[]
  info: { lines: number }
}

/** Decisions about all rows from the first ones. */
type Prepare<T> = (header: Header, sample: readonly Cell[]) => (cell: Cell, line: number) => T

/** A file of which more rows than this, and more than half, are not rows of its table is another kind of file. */
const STRAY_MAX = 1000
/** Rows that are read before the first one is taken. */
const SAMPLE = 1000
/** A header is not longer. */
const HEADER_MAX = 1_000_000

/**
 * Reads a file with a header row. `prepare` sees the header and some rows, and answers what converts each row or throws
 * its fault. Throws `UnreadableInput` if the file cannot be read or decoded.
 */
export async function readCsv<T>(
  file: string,
  { encoding: wanted, delimiter: separator, setting }: CsvOptions,
  prepare: Prepare<T>,
): Promise<CsvRows<T>> {
  const rows: T[] = []
  const errors: RowError[] = []
  let encoding: Encoding = { name: 'utf-8', from: 'default', skipped: 0 }
  let delimiter: Delimiter = separator ?? ','
  let header: Header | undefined
  let read = 0
  let open: string | undefined
  let take: ReturnType<Prepare<T>> | undefined
  const held: [cell: Cell, line: number][] = []
  const convert = (cell: Cell, line: number) => {
    if (!take) return
    try {
      rows.push(take(cell, line))
    } catch (error) {
      errors.push({ file, line, ...faultOf(error) })
    }
  }
  const begin = () => {
    if (!header || take) return
    const sample = held.splice(0)
    const shown: Cell[] = sample.map(([cell]) => (column) => {
      try {
        return cell(column)
      } catch {
        return ''
      }
    })
    take = prepare(header, shown)
    for (const [cell, line] of sample) convert(cell, line)
  }
  try {
    const text = decodeStream(
      createReadStream(file),
      { file, encoding: wanted, setting },
      (found) => (encoding = found),
    )
    const [line, whole] = await firstLine(text)
    if (line.trim() === '') throw new UnreadableInput(`${file} has no header row.`)
    delimiter = separator ?? findDelimiter(line) ?? ','
    const parser = parse({ delimiter, info: true, skip_empty_lines: true, skip_records_with_error: true, trim: true })
    let stray = 0
    parser.on('skip', (error: CsvError | undefined) => {
      read += 1
      stray += 1
      // the parser is ahead of the rows that were taken
      const { records } = parser.info
      if (stray > STRAY_MAX && stray > records) {
        parser.destroy(new UnreadableInput(strayRows(file, { stray, read: stray + records - 1, first: errors[0] })))
      }
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') open = error.message
      const message = error?.message ?? 'not a row'
      errors.push({ file, line: Number(error?.['lines'] ?? 0), message, reason: 'not a row of this table' })
    })
    await pipeline(whole, parser, async (source: AsyncIterable<Row>) => {
      for await (const { record, info } of source) {
        if (!header) {
          header = new Header(record)
          continue
        }
        read += 1
        const its = header
        const cell: Cell = (column) => storable(record[its.indexOf(column) ?? -1] ?? '', column)
        if (take) convert(cell, info.lines)
        else held.push([cell, info.lines])
        if (held.length >= SAMPLE) begin()
      }
    })
    // everything after the quote would be one row
    if (open !== undefined) throw new UnreadableInput(`${file} cannot be read: ${open}`)
    begin()
  } catch (cause) {
    if (cause instanceof UnreadableInput) throw cause
    throw new UnreadableInput(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  if (!header) throw new UnreadableInput(`${file} has no header row.`)
  return { rows, errors: errors.toSorted((a, b) => a.line - b.line), read, header, encoding, delimiter }
}

function strayRows(
  file: string,
  { stray, read, first }: { stray: number; read: number; first?: RowError | undefined },
) {
  const example = first ? `, as on line ${first.line}: ${first.message}` : ''
  return `${file} cannot be read: of its first ${read} rows ${stray} are not rows of its table${example}`
}

/** Refuses what no database stores, and what another program has lost before. */
function storable(value: string, column: string): string {
  if (value.includes('\0')) throw new Fault('a zero byte', `${column} has a zero byte: ${quoted(value)}`)
  if (value.includes('\uFFFD'))
    throw new Fault('a lost character', `${column} has a character that was lost when the file was written (U+FFFD)`)
  return value
}

/** The first line of a text, and the whole text again. */
async function firstLine(text: AsyncGenerator<string>): Promise<[line: string, whole: AsyncGenerator<string>]> {
  let start = ''
  for (;;) {
    const next = await text.next()
    if (next.done) break
    start += next.value
    if (start.includes('\n') || start.length > HEADER_MAX) break
  }
  async function* whole() {
    yield start
    yield* text
  }
  return [start.split(/\r?\n/, 1)[0] ?? '', whole()]
}

/** The header of a file, by which its form is recognised. Throws `UnreadableInput`. */
export async function readHeader(file: string, { encoding, setting }: CsvOptions): Promise<Header> {
  const input = createReadStream(file)
  try {
    const [line] = await firstLine(decodeStream(input, { file, encoding, setting }))
    const delimiter = findDelimiter(line) ?? ','
    return new Header(line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, '')))
  } catch (cause) {
    if (cause instanceof UnreadableInput) throw cause
    throw new UnreadableInput(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  } finally {
    input.destroy()
  }
}

/** A whole number from 0; throws for anything else. */
export function whole(value: string | undefined, name: string): number {
  if (value === undefined || !/^\d{1,9}$/.test(value)) {
    throw new Error(`${name} is not a whole number: ${JSON.stringify(value ?? '')}`)
  }
  return Number(value)
}

/** A decimal number as text, not negative; throws for anything else. */
export function decimal(value: string | undefined, name: string): string {
  if (value === undefined || !/^\d{1,15}(\.\d{1,18})?$/.test(value)) {
    throw new Error(`${name} is not an amount: ${JSON.stringify(value ?? '')}`)
  }
  return value
}
