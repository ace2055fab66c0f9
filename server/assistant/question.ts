/**
 * Parses a question about numbers: subject, filters, grouping. Unknown words are reported, so that no number answers
 * another question. Pure.
 */
import { readPeriod, type Period } from './period.ts'

export const SUBJECTS = [
  'case',
  'str',
  'alert',
  'transactionAlert',
  'accountAlert',
  'hardStop',
  'sar',
  'edd',
  'form',
  'customer',
  'transaction',
  'contract',
] as const
export type Subject = (typeof SUBJECTS)[number]

export const STATES = ['open', 'new', 'await', 'overdue', 'finished', 'error', 'rejected', 'inProgress'] as const
export type State = (typeof STATES)[number]

export const GROUPS = ['manager', 'rule', 'status', 'country', 'day', 'service', 'type'] as const
export type Group = (typeof GROUPS)[number]

/** Names that a platform knows, for questions that use them. */
export interface Vocabulary {
  people: readonly { id: string; name: string }[]
  rules: readonly { id: string; name: string }[]
  countries: readonly { id: string; value: string }[]
}

export interface Question {
  subject: Subject
  state: State | null
  /** Null for anybody, an empty id for unassigned. */
  manager: { id: string; name: string } | null
  rule: { id: string; name: string } | null
  country: { id: string; value: string } | null
  customerId: string | null
  customerType: 'personal' | 'business' | null
  /** US dollars, decimal text. */
  above: string | null
  below: string | null
  period: Period | null
  /** The period is about when it ended, not when it began. */
  isAboutEnd: boolean
  group: Group | null
  /** Asks for the records, not only for their number. */
  wantsList: boolean
}

/** Words that were not understood; empty where a question names nothing that can be counted. */
export interface NotUnderstood {
  unknown: readonly string[]
}

const SUBJECT_WORDS: readonly (readonly [RegExp, Subject])[] = [
  [/\bhard[\s-]?stops?\b/i, 'hardStop'],
  [/\b(?:strs?|suspicious transaction reports?)\b/i, 'str'],
  [/\baccount alerts?\b/i, 'accountAlert'],
  [/\btransaction alerts?\b/i, 'transactionAlert'],
  [/\balerts?\b/i, 'alert'],
  [/\bcases?\b/i, 'case'],
  [/\b(?:sars?|suspicious activity reports?)\b(?:\s+forms?)?/i, 'sar'],
  [/\b(?:edds?|enhanced due diligence)\b(?:\s+forms?)?/i, 'edd'],
  [/\bforms?\b/i, 'form'],
  [/\b(?:customers?|clients?)\b/i, 'customer'],
  [/\bcontracts?\b/i, 'contract'],
  [/\b(?:transactions?|payments?|transfers?)\b/i, 'transaction'],
]

const STATE_WORDS: readonly (readonly [RegExp, State])[] = [
  [/\b(?:overdue|late)\b/i, 'overdue'],
  [/\b(?:awaiting(?: (?:the )?(?:customer|client|response))?|waiting for the (?:customer|client)|await)\b/i, 'await'],
  [/\bin progress\b/i, 'inProgress'],
  [/\b(?:open|active|undecided|pending|unresolved|outstanding)\b/i, 'open'],
  [/\b(?:closed|finished|completed?|resolved|decided|done|processed|filed|submitted|recommended)\b/i, 'finished'],
  [/\b(?:rejected|reject)\b/i, 'rejected'],
  [/\b(?:in error|errors?|failed)\b/i, 'error'],
  [/\bnew\b/i, 'new'],
]

const GROUP_WORDS: readonly (readonly [RegExp, Group])[] = [
  [
    /\bwho has how (?:much|many)\b|\bworkload\b|\b(?:by|per|for each) (?:manager|analyst|person|assignee|user)s?\b/i,
    'manager',
  ],
  [/\b(?:by|per|for each) rules?\b|\bwhich rules?\b/i, 'rule'],
  [/\b(?:by|per|for each) (?:status|state)(?:es)?\b/i, 'status'],
  [/\b(?:by|per|for each) (?:country|countries)\b/i, 'country'],
  [/\b(?:by|per|each|for each) days?\b|\bdaily\b/i, 'day'],
  [/\b(?:by|per|for each) services?\b/i, 'service'],
  [/\b(?:by|per|for each) types?\b/i, 'type'],
]

/** Words that carry no meaning of their own in a question of this kind. */
const FILLERS = new Set(
  `a about across all altogether and any are at been by can count counted created currently did do does each for from
  get give had has have how i in is it list made many me much my names now number of on opened our out over please
  raised received registered show some so still tell than that the their them there these they this those to total up us
  was we were what when where which who whole with you your assigned platform here right within fired triggered came come
  did exist exists per as ours existing happened happen during been being having its`.split(/\s+/),
)

const ENDED = /\b(?:closed|finished|completed|resolved|decided|filed|recommended)\b/i
const LISTS = /\b(?:which|list|show|name|what are)\b/i
const NUMBER = String.raw`(?:usd\s{0,9}|\$\s{0,9})?(\d[\d,]{0,24}(?:\.\d{1,9})?)\s{0,9}(k|thousand|m|million)?(?:\s{0,9}(?:usd|dollars?|\$))?`
const ABOVE = new RegExp(String.raw`\b(?:above|over|more than|at least|greater than|exceeding)\s{1,9}${NUMBER}\b`, 'i')
const BELOW = new RegExp(String.raw`\b(?:below|under|less than|at most|up to)\s{1,9}${NUMBER}\b`, 'i')
const CUSTOMER = /\b(?:of |for |on |with )?(?:customer|client)\s+#?(\d[\w-]*)/i
const NOBODY = /\b(?:unassigned|assigned to nobody|without (?:a )?(?:manager|assignee)|nobody has)\b/i
const TYPE = /\b(?:(personal|private)|(business|corporate|company))\b/i

/** Takes what a pattern fits out of a text, once. */
class Reader {
  rest: string
  constructor(text: string) {
    this.rest = text
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.rest)
    if (match) this.rest = `${this.rest.slice(0, match.index)} ; ${this.rest.slice(match.index + match[0].length)}`
    return match
  }

  /** The longest of these names in the text. */
  takeName<T extends object>(names: readonly T[], textOf: (one: T) => string): T | null {
    const longest = names
      .filter((one) => textOf(one).length > 2)
      .toSorted((a, b) => textOf(b).length - textOf(a).length)
    for (const one of longest) {
      const name = textOf(one).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      const before = String.raw`(?:\b(?:assigned to|of (?:the )?rule|by (?:the )?rule|rule|of|in|from|with|to|by|has|does)\s+)?`
      const found = this.take(new RegExp(`${before}["“”']?(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])["“”']?`, 'iu'))
      if (found) return one
    }
    return null
  }
}

const amountOf = (match: RegExpExecArray | null): string | null => {
  if (!match) return null
  const [, digits = '', unit = ''] = match
  const times = /^m/i.test(unit) ? 1_000_000 : unit ? 1000 : 1
  return times === 1 ? digits.replaceAll(',', '') : String(Number(digits.replaceAll(',', '')) * times)
}

/** The parsed question, or its unknown words. */
export function readQuestion(text: string, now: Date, vocabulary: Vocabulary): Question | NotUnderstood {
  const reader = new Reader(text.replaceAll(/[?!]/g, ' '))
  const isAboutEnd = ENDED.test(text)
  const wantsList = LISTS.test(text)
  const rule = reader.takeName(vocabulary.rules, ({ name }) => name)
  const group = GROUP_WORDS.find(([pattern]) => reader.take(pattern))?.[1] ?? null
  const customerId = reader.take(CUSTOMER)?.[1] ?? null
  const period = readPeriod(reader.rest, now)
  if (period) reader.rest = reader.rest.replace(period.said, ' ; ')
  const nobody = reader.take(NOBODY) ? { id: '', name: 'nobody' } : null
  const manager = nobody ?? reader.takeName(vocabulary.people, ({ name }) => name)
  const above = amountOf(reader.take(ABOVE))
  const below = amountOf(reader.take(BELOW))
  const country = reader.takeName(vocabulary.countries, ({ value }) => value)
  const subject = SUBJECT_WORDS.find(([pattern]) => reader.take(pattern))?.[1]
  const type = reader.take(TYPE)
  const state = STATE_WORDS.find(([pattern]) => reader.take(pattern))?.[1] ?? null
  const unknown = reader.rest
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()))
  const meant = subject ?? (group === 'manager' && unknown.length === 0 ? 'case' : undefined)
  if (meant === undefined || unknown.length > 0) return { unknown }
  return {
    subject: meant,
    // a question about workload means open work
    state: state ?? (subject === undefined || /\bwho has\b|\bworkload\b/i.test(text) ? 'open' : null),
    manager,
    rule,
    country,
    customerId,
    customerType: type ? (type[1] ? 'personal' : 'business') : null,
    above,
    below,
    period,
    isAboutEnd,
    group,
    wantsList,
  }
}
