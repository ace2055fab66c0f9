/** Rows of a CSV file with their line numbers; broken rows are returned, not thrown. */
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'

/** A row that could not be used. */
export interface RowError {
  file: string
  line: number
  message: string
}

/** A file that could not be read, or is not what it was said to be. */
export class UnreadableInput extends Error {}

interface Row {
  record: Record<string, string>
  info: { lines: number }
}

/**
 * Reads a file with a header row; `take` converts each row or throws an `Error` with its fault. Throws
 * `UnreadableInput` if the file or a column is missing.
 */
export async function readCsv<T>(
  file: string,
  columns: readonly string[],
  take: (record: Record<string, string>, line: number) => T,
): Promise<{ rows: T[]; errors: RowError[] }> {
  const rows: T[] = []
  const errors: RowError[] = []
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
    columns: (header: string[]) => {
      const missing = columns.filter((column) => !header.includes(column))
      if (missing.length > 0) throw new UnreadableInput(`${file} has no column ${missing.join(', ')}.`)
      return header
    },
  })
  parser.on('skip', (error: CsvError | undefined) => {
    errors.push({ file, line: Number(error?.['lines'] ?? 0), message: error?.message ?? 'not a row' })
  })
  try {
    await pipeline(createReadStream(file), parser, async (source: AsyncIterable<Row>) => {
      for await (const { record, info } of source) {
        try {
          rows.push(take(record, info.lines))
        } catch (error) {
          errors.push({ file, line: info.lines, message: error instanceof Error ? error.message : String(error) })
        }
      }
    })
  } catch (cause) {
    if (cause instanceof UnreadableInput) throw cause
    throw new UnreadableInput(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
  return { rows, errors: errors.toSorted((a, b) => a.line - b.line) }
}

/** A decimal number as text, not negative; throws for anything else. */
export function decimal(value: string | undefined, name: string): string {
  if (value === undefined || !/^\d{1,15}(\.\d{1,18})?$/.test(value)) {
    throw new Error(`${name} is not an amount: ${JSON.stringify(value ?? '')}`)
  }
  return value
}

/** A whole number from 0; throws for anything else. */
export function whole(value: string | undefined, name: string): number {
  if (value === undefined || !/^\d{1,9}$/.test(value)) {
    throw new Error(`${name} is not a whole number: ${JSON.stringify(value ?? '')}`)
  }
  return Number(value)
}
