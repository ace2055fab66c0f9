/** Small tables as CSV. */

/** Spreadsheets read a cell that begins so as a formula, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

const cell = (value: string | number): string => {
  const text = String(value)
  // a number may begin with a minus sign; such a text is protected from being run as a formula
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Rows of cells as CSV with every cell quoted; no cell is run as a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
