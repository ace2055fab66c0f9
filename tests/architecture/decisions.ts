// The form of decisions: half a page, the same headings, and a row in the index that says what they say.

/** Half a page: lines of so many characters, with the heading. */
const MOST_LINES = 45
const WIDTH = 120

/** The bold openings of paragraphs. There may be several choices, each with a word for its subject. */
const HEADINGS = /^(?:Context|Choice(?: \d+|,)?(?::? [^*]+)?|Not chosen|Measured|What would change our mind)\.$/

export interface Decision {
  /** As its file is called, `0286-some-words.md`. */
  name: string
  text: string
}

/** The faults of a decision's form, one line each. */
export function faultsOf({ name, text }: Decision, index: string): string[] {
  const number = name.slice(0, 4)
  const faults: string[] = []
  const [, date, status] = /^# \d{4} .+\n\n\*(\d{4}-\d\d-\d\d) · (.+)\*\n/.exec(text) ?? []
  if (!text.startsWith(`# ${number} `)) faults.push('has no heading with its number')
  if (date === undefined || status === undefined) faults.push('has no line of date and status below its heading')
  if (/^##/m.test(text)) faults.push('has headings below its title')
  const bold = Array.from(text.matchAll(/^\*\*([^*]+)\*\*/gm), ([, words = '']) => words)
  faults.push(...bold.filter((words) => !HEADINGS.test(words)).map((words) => `begins a paragraph with “${words}”`))
  if (bold[0] !== 'Context.') faults.push('does not begin with its context')
  if (!bold.some((words) => words.startsWith('Choice'))) faults.push('makes no choice')
  const lines = text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDTH)), 0)
  if (lines > MOST_LINES) faults.push(`has ${lines} lines of ${WIDTH} characters, where ${MOST_LINES} are half a page`)
  const row = index.split('\n').find((line) => line.startsWith(`| [${number}](${name}) |`))
  if (row === undefined) return [...faults, 'has no row in the index']
  const [, question = '', answer = '', ...rest] = row.split(/(?<!\\)\|/).slice(1, -1)
  if (!/^ [A-Z].+\? $/.test(question)) faults.push('has no question in the index')
  if (answer.trim() === '') faults.push('has no answer in the index')
  const [dated = '', state = ''] = rest.map((cell) => cell.trim())
  if (dated !== date || unlinked(state) !== unlinked(status ?? '')) {
    faults.push(`is “${dated}, ${state}” in the index, and “${date}, ${status}” by itself`)
  }
  return faults
}

const unlinked = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
