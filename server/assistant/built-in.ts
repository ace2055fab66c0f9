/** The assistant without a model: it answers from the database, and says so if it cannot. It changes nothing. */
import { OVERDUE_HOURS } from '#contract/model/values.ts'
import { loadReference } from '#contract/reference/load.ts'
import { managersOf } from '#server/identity/workers.ts'
import { caseLink, customerLink, lines, listLink, plural } from './links.ts'
import { countAsked, groupAsked, listAsked, whyNotCounted } from './counts.ts'
import { readQuestion, type Question, type State, type Subject, type Vocabulary } from './question.ts'
import { RECORD_TOPICS } from './records.ts'
import type { Scope } from './scope.ts'

/** Questions it knows, for the help. */
export const EXAMPLES: readonly string[] = [
  'how many open cases',
  'which cases are overdue',
  'how many STRs last month',
  'alerts by rule this week',
  'open cases by manager',
  'how many open hard stops',
  'cases above 10,000 USD in the last 7 days',
  'sar forms by status',
  ...RECORD_TOPICS.map(({ example }) => example),
]

const ASK_FOR = `Ask me, for example:\n${EXAMPLES.map((example) => `- ${example}`).join('\n')}`
export const HELP = `I answer from this platform’s records: I count, list and summarise. I draw no conclusions and change nothing. ${ASK_FOR}`

/** Facts about what is asked, straight from the database; undefined where the question is not understood. */
export async function lookUp(scope: Scope, question: string): Promise<string | undefined> {
  for (const { knows, answer } of RECORD_TOPICS) {
    const found = knows.exec(question)
    const named = found?.slice(1).find((group) => group !== undefined)
    if (named !== undefined) return answer(scope, named)
  }
  const read = readQuestion(question, scope.now, await vocabularyOf(scope))
  if ('unknown' in read || whyNotCounted(read) !== null) return undefined
  return answerCount(scope, read)
}

/** An answer to anything. */
export async function answerBuiltIn(scope: Scope, question: string): Promise<string> {
  if (/^\W*(help|hello|hi|what can you do)\b/i.test(question) || /^\W*$/.test(question)) return HELP
  const found = await lookUp(scope, question)
  return found ?? `I cannot answer that. ${await reasonOf(scope, question)} ${ASK_FOR}`
}

/** The reason why a question has no answer: the unknown words, or what its subject lacks. */
async function reasonOf(scope: Scope, question: string): Promise<string> {
  const read = readQuestion(question, scope.now, await vocabularyOf(scope))
  if ('unknown' in read) {
    if (read.unknown.length === 0) return 'It does not say what to count.'
    return `I do not know what to do with ${read.unknown
      .slice(0, 5)
      .map((word) => `“${word}”`)
      .join(', ')}.`
  }
  return `${plural(2, SUBJECT_WORDS[read.subject][0], SUBJECT_WORDS[read.subject][1]).slice(2)} have no ${whyNotCounted(read)} that I could go by.`
}

async function vocabularyOf({ db, platform }: Scope): Promise<Vocabulary> {
  const [people, rules, { countries }] = await Promise.all([
    managersOf(db, platform),
    db
      .selectFrom('rule')
      .select(['id', 'name'])
      .where('platform', '=', platform)
      .where('deleted_at', 'is', null)
      .execute(),
    loadReference(),
  ])
  return { people, rules, countries }
}

const SUBJECT_WORDS: Record<Subject, readonly [one: string, many: string]> = {
  case: ['case', 'cases'],
  str: ['STR recommended', 'STRs recommended'],
  alert: ['alert', 'alerts'],
  transactionAlert: ['transaction alert', 'transaction alerts'],
  accountAlert: ['account alert', 'account alerts'],
  hardStop: ['hard stop', 'hard stops'],
  sar: ['SAR form', 'SAR forms'],
  edd: ['EDD form', 'EDD forms'],
  form: ['form', 'forms'],
  customer: ['customer', 'customers'],
  transaction: ['transaction', 'transactions'],
  contract: ['contract', 'contracts'],
}

const STATE_WORDS: Record<State, string> = {
  open: 'open',
  new: 'new',
  await: 'awaiting the customer',
  overdue: `overdue, that is new for more than ${OVERDUE_HOURS} hours`,
  finished: 'finished',
  error: 'in error',
  rejected: 'rejected',
  inProgress: 'in progress',
}

/** Everything that was understood, so that a misunderstanding shows: "open; assigned to Noor Petrov; today". */
function understood(question: Question): string {
  const { subject, state, manager, rule, country, customerId, customerType, above, below, period, isAboutEnd } =
    question
  const stateWords = subject === 'customer' && state === 'open' ? 'with open alerts' : state && STATE_WORDS[state]
  const parts = [
    stateWords,
    manager && (manager.id === '' ? 'unassigned' : `assigned to ${manager.name}`),
    rule && `rule “${rule.name}”`,
    country && `country ${country.value}`,
    customerId !== null && `customer ${customerId}`,
    customerType,
    above !== null && `at least ${above} USD`,
    below !== null && `at most ${below} USD`,
    period && `${isAboutEnd || subject === 'str' ? 'finished' : 'created'} ${period.words}`,
  ].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join('; ')})` : ''
}

async function answerCount({ db, platform, now }: Scope, question: Question): Promise<string> {
  const n = await countAsked(db, platform, now, question)
  const what = `${plural(n, ...SUBJECT_WORDS[question.subject])}${understood(question)}`
  const { group } = question
  if (group !== null) {
    const groups = await groupAsked(db, platform, now, { ...question, group })
    return lines(
      `${what}, by ${group}:`,
      groups.map(({ label, n: each }) => `${label}: ${plural(each, '', '').trim()}`),
    )
  }
  const place = placeOf(question)
  const sentence = `${what}.${n > 0 && place !== null ? ` ${place}` : ''}`
  if (!question.wantsList || n === 0) return sentence
  const records = await listAsked(db, platform, now, question)
  const linked = records.map(({ id, line }) => `${linkOf(question.subject, id)}: ${line}`)
  return lines(`${sentence}${n > records.length ? ` The first ${records.length}:` : ''}`, linked)
}

const linkOf = (subject: Subject, id: string): string => {
  switch (subject) {
    case 'case':
    case 'str':
      return caseLink(id)
    case 'alert':
    case 'transactionAlert':
    case 'hardStop':
      // an alert on an account has no case: its record is the customer's
      return /^\d+$/.test(id) ? customerLink(id) : caseLink(id)
    case 'sar':
    case 'edd':
    case 'form':
      return `[form](form/${id})`
    default:
      return customerLink(id)
  }
}

type Fields = Readonly<Record<string, string>>

const OVERDUE: Fields = { status: 'new', ageFrom: String(OVERDUE_HOURS / 24) }
const CASE_STATES: Partial<Record<State, Fields>> = {
  open: { status: 'New & Await' },
  new: { status: 'new' },
  await: { status: 'await' },
  overdue: OVERDUE,
  error: { status: 'error' },
  rejected: { status: 'reject' },
}

const ALERT_STATES: Partial<Record<State, Fields>> = {
  open: { status: 'open' },
  new: { status: 'new' },
  await: { status: 'await' },
  overdue: OVERDUE,
  inProgress: { status: 'in_progress' },
}
const DAY = 86_400_000

/** A link to the list that shows the same; null where no list has these filters. */
function placeOf(question: Question): string | null {
  const { subject, state, manager, rule, country, customerId, customerType, above, below } = question
  const days = daysOf(question)
  if (days === null) return null
  const narrowed = {
    ...(manager && (manager.id === '' ? { assign: '1' } : { user: manager.id })),
    ...(rule && { rule: rule.id }),
    ...(customerId !== null && { customerId }),
    ...days,
  }
  if (subject === 'accountAlert') {
    // a row was decided on a day if its decision is on that day
    const isAny = state === null || (state === 'finished' && 'endS' in days)
    const shown = isAny ? { status: 'all' } : ALERT_STATES[state]
    const type = customerType && { type: customerType }
    return shown === undefined ? null : listLink('Show them', 'account-alerts', { ...shown, ...narrowed, ...type })
  }
  // the queue of cases has no filter by the type of the customer
  if (customerType) return null
  const worth = {
    ...(country && { countries: [country.id] }),
    ...(above !== null && { amountFrom: above }),
    ...(below !== null && { amountTo: below }),
  }
  if (subject === 'str') return listLink('Show them', 'cases', { status: 'str', ...narrowed, ...worth })
  const shown = state === null ? { status: '' } : CASE_STATES[state]
  if (subject !== 'case' || shown === undefined) return null
  return listLink('Show them', 'cases', { ...shown, ...narrowed, ...worth })
}

/** The period as the fields of a list's filter, which knows whole days alone; null where it begins within one. */
function daysOf({ subject, period, isAboutEnd }: Question): Readonly<Record<string, string>> | null {
  if (!period) return {}
  if (period.since.getTime() % DAY !== 0 || period.until.getTime() % DAY !== 0) return null
  const [from, to] = [period.since, new Date(period.until.getTime() - DAY)].map((at) => at.toISOString().slice(0, 10))
  // an STR is dated by its recommendation
  const isEnd = isAboutEnd || subject === 'str'
  return isEnd ? { endS: from ?? '', endE: to ?? '' } : { timeS: from ?? '', timeE: to ?? '' }
}
