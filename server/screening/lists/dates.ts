/** Dates of birth as lists write them: one, several, spans, parts of a date. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (value: string | number) => String(value).padStart(2, '0')
/** A longer span says nothing. */
const SPAN_MAX = 60

/** Dates as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, and what was not understood of the texts. */
export interface ReadDates {
  births: string[]
  unreadBirths: string[]
}

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
const YEAR = String.raw`(?:1[89]|20)\d\d`
/** Whole expressions, the most specific first; names of groups say their parts. */
const FORMS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:t[\d:.]+z?(?:[+-]\d\d:\d\d)?|\s+\d\d:\d\d(?::\d\d)?)?(?![\d-])`,
    'g',
  ),
  /\b(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4})\b/g,
  new RegExp(String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<mon>${MONTH})[\s,-]+(?<y>\d{4})\b`, 'g'),
  new RegExp(String.raw`\b(?<mon>${MONTH})\s+(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y>\d{4})\b`, 'g'),
  new RegExp(String.raw`\b(?<mon>${MONTH})[\s,-]+(?<y>\d{4})\b`, 'g'),
  /\b(?<y>\d{4})-(?<m>0\d|1[0-2])(?![\d-])/g,
  /\b(?<m>0?\d|1[0-2])\/(?<y>\d{4})\b/g,
  /\b(?<y>(?:19|20)\d\d)(?<m>0[1-9]|1[0-2])(?<d>[0-3]\d)\b/g,
  new RegExp(String.raw`\b(?<y>${YEAR})(?<decade>s|'s)(?![a-z])`, 'g'),
  new RegExp(String.raw`\b(?<y>${YEAR})\b(?!-\d{1,2}-)`, 'g'),
]
/** Words around dates. */
const NOISE =
  /\b(?:circa|ca|c|approximately|approx|about|around|between|and|or|to|from|alt|alternatively|also|born|dob|d\.o\.b|date of birth|in|on|the|early|mid|late|exact|year|possibly|probably|estimated|est|unknown|none|n\/a|na|nil|not known|[a-h]\)|\d{1,2}\))/g
/** Placeholders of a date that was found, by its number. */
const FOUND = /<(\d+)>/g

/** Reads the dates of texts, each of which may have several. */
export function birthsIn(...texts: readonly (string | undefined)[]): ReadDates {
  const births: string[] = []
  const unreadBirths: string[] = []
  for (const text of texts) {
    const said = (text ?? '').trim().toLowerCase()
    if (said === '') continue
    const found: string[][] = []
    let isWhole = true
    let rest = said
      .replaceAll(/\b(?:dd|00)\/(?:mm|00)\/(?=\d{4})/g, '')
      .replaceAll(/\b(?:dd|00)\/(?=\d{1,2}\/\d{4})/g, '')
    for (const form of FORMS) {
      rest = rest.replace(form, (match: string, ...parts: unknown[]) => {
        const read = dated(parts.at(-1) as Parts)
        if (!read) return match
        isWhole &&= read.isWhole
        return `<${found.push(read.values) - 1}>`
      })
    }
    rest = rest.replaceAll(/<(\d+)>\s*(?:-|–|—|to|and)\s*<(\d+)>/g, (match, a: string, b: string) => {
      const between = yearsBetween(
        found[Number(a)]?.[0],
        found[Number(b)]?.at(-1),
        match.includes('and') && !said.includes('between'),
      )
      if (between === undefined) isWhole = false
      return `<${a}><${found.push(between ?? []) - 1}><${b}>`
    })
    const order = Array.from(rest.matchAll(FOUND), ([, n]) => found[Number(n)] ?? []).flat()
    births.push(...order)
    const left = rest
      .replaceAll(FOUND, ' ')
      .replaceAll(NOISE, ' ')
      .replaceAll(/[\s.,;:()[\]/|–—-]+/g, '')
    if (left !== '' || !isWhole) unreadBirths.push((text ?? '').trim())
  }
  return { births: [...new Set(births)], unreadBirths }
}

/** The dates of a text that are understood. */
export const readBirths = (text: string | undefined): string[] => birthsIn(text).births

interface Parts {
  y?: string
  m?: string
  d?: string
  mon?: string
  decade?: string
}

/** A date, as far as it exists; undefined where it has no year that somebody on a list can be born in. */
function dated({ y = '', m, d, mon, decade }: Parts): { values: string[]; isWhole: boolean } | undefined {
  const year = Number(y)
  if (year < 1800 || year > new Date().getUTCFullYear()) return undefined
  if (decade) return { values: Array.from({ length: 10 }, (_, n) => String(year - (year % 10) + n)), isWhole: true }
  let [month, day] = [mon === undefined ? Number(m ?? 0) : MONTHS.indexOf(mon.slice(0, 3)) + 1, Number(d ?? 0)]
  // the day comes first, unless that is not a date
  if (mon === undefined && month > 12 && day >= 1 && day <= 12) [month, day] = [day, month]
  if (month === 0) return { values: [y], isWhole: day === 0 }
  if (month > 12) return { values: [y], isWhole: false }
  if (day === 0) return { values: [`${y}-${two(month)}`], isWhole: true }
  const exists = day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { values: [exists ? `${y}-${two(month)}-${two(day)}` : `${y}-${two(month)}`], isWhole: exists }
}

/** The years inside a span; undefined where it is too long or the wrong way round. */
function yearsBetween(from = '', to = '', areTwo = false): string[] | undefined {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  if (areTwo && (from.length > 4 || to.length > 4)) return []
  if (last < first || last - first > SPAN_MAX) return undefined
  return Array.from({ length: Math.max(0, last - first - 1) }, (_, n) => String(first + n + 1))
}
