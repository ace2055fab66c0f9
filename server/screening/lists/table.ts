/** Rows of a CSV that names its columns. */
import { parse } from 'csv-parse/sync'

/** Each row by lower-case column names; a line with the list's date may precede the header. */
export function rowsByHeader(
  text: string,
  { delimiter = ',', header }: { delimiter?: string; header?: RegExp } = {},
): Record<string, string | undefined>[] {
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const isHeader = (row: readonly string[]) =>
    header ? row.some((field) => header.test(field.trim())) : row.length > 1
  const at = rows.slice(0, 5).findIndex(isHeader)
  const columns = (rows[at] ?? []).map((name) => name.toLowerCase().trim())
  return rows.slice(at + 1).map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n] || undefined])))
}
