/** Dates of birth as lists write them. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (value: string | number) => String(value).padStart(2, '0')

/**
 * `14 Mar 1969`, `1969-03-14`, `14/03/1969` (day first), `Mar 1969`, `circa 1969`, `1968 to 1970`: as `YYYY-MM-DD`,
 * `YYYY-MM` or `YYYY`; of a span each year, of anything else nothing.
 */
export function readBirths(text: string | undefined): string[] {
  const said = (text ?? '').trim().toLowerCase()
  if (said === '') return []
  const span = /(\d{4})\s*(?:-|to|–|and|or)\s*(\d{4})$/.exec(said)
  if (span?.[1] && span[2]) return years(Number(span[1]), Number(span[2]))
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?/.exec(said)
  if (iso) return [dated(iso[1], iso[2], iso[3])].flatMap((each) => each ?? [])
  const slashed = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(said)
  if (slashed) return [dated(slashed[3], slashed[2], slashed[1])].flatMap((each) => each ?? [])
  const worded = /^(?:circa\s+|c\.?\s+|approximately\s+)?(?:(\d{1,2})\s+)?([a-z]{3})[a-z]*\.?,?\s+(\d{4})/.exec(said)
  const month = MONTHS.indexOf(worded?.[2] ?? '') + 1
  if (worded && month > 0) return [dated(worded[3], String(month), worded[1])].flatMap((each) => each ?? [])
  const year = /\b(1[89]\d\d|20\d\d)\b/.exec(said)
  return year?.[1] ? [year[1]] : []
}

function dated(year = '', month = '', day = ''): string | undefined {
  if (!/^(1[89]|20)\d\d$/.test(year)) return undefined
  const [m, d] = [Number(month), Number(day)]
  if (!(m >= 1 && m <= 12)) return year
  return d >= 1 && d <= 31 ? `${year}-${two(m)}-${two(d)}` : `${year}-${two(m)}`
}

function years(from: number, to: number): string[] {
  const length = Math.min(Math.max(0, to - from), 20) + 1
  return Array.from({ length }, (_, n) => String(from + n))
}
