/** Small tables as CSV. */

/** Spreadsheets read a cell that begins so as a formula, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

const cell = (value: string | number): string => {
  const text = String(value)
  // a number may begin with a minus sign; such a text is protected from being run as a formula
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** By it spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Rows of cells as CSV with every cell quoted, as spreadsheets read it; no cell is run as a formula. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
