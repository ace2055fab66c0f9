/** Rows of a CSV that names its columns. */
import { parse } from 'csv-parse/sync'
import { cleanName, findDelimiter, Header } from '#server/text/header.ts'
import type { Unread } from '#server/text/xml.ts'
import type { Unusable } from './entry.ts'

/** A row by lower-case column names; undefined for what is empty. */
export type Row = (column: string) => string | undefined

export interface TableRows {
  rows: Row[]
  /** Lower-case names of the columns. */
  columns: readonly string[]
  /** Rows with more fields than there are columns. */
  faults: Unusable[]
  /** Columns with something in them that no reader has asked for. Ask after all rows were read. */
  unread: () => Unread[]
}

/** Lines before the header, which may have the list's date. */
const PREFACE_MAX = 5

/** The rows of a text; a line with the list's date may precede the header. */
export function rowsByHeader(text: string, { header }: { header?: RegExp } = {}): TableRows {
  const lines = text.slice(0, 100_000).split(/\r?\n/, PREFACE_MAX)
  const line = lines.find((each) =>
    header ? fieldsOf(each).some((field) => header.test(field)) : findDelimiter(each) !== undefined,
  )
  const delimiter = findDelimiter(line ?? '') ?? ','
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const isHeader = (row: readonly string[]) =>
    header ? row.some((field) => header.test(cleanName(field))) : row.length > 1
  const at = rows.slice(0, PREFACE_MAX).findIndex(isHeader)
  const columns = new Header((rows[at] ?? []).map((name) => name.toLowerCase())).columns
  const indexes = new Map(columns.map((name, n) => [name, n]))
  const asked = new Set<string>()
  const body = rows.slice(at + 1)
  return {
    rows: body.map((row) => (column) => {
      asked.add(column)
      return row[indexes.get(column) ?? -1] || undefined
    }),
    columns,
    faults: body.flatMap((row, n) =>
      row.length > columns.length && row.slice(columns.length).some(Boolean)
        ? [{ id: `row ${n + 1}`, reason: `has ${row.length} fields, and there are ${columns.length} columns` }]
        : [],
    ),
    unread: () =>
      columns.flatMap((name, n) => {
        const count = asked.has(name) ? 0 : body.filter((row) => row[n]).length
        return count > 0 ? [{ name, count }] : []
      }),
  }
}

const fieldsOf = (line: string) =>
  line.split(findDelimiter(line) ?? ',').map((field) => cleanName(field).replaceAll(/^"|"$/g, ''))
