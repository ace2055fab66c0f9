/**
 * The facts that the two queues are narrowed by, by parameter of their list calls. The replica has a column of each,
 * the window tests a row by them, and the SQL beside each list has to answer as they do.
 */
import { UNKNOWN_COUNTRY, ALERT_STATUSES } from '#contract/model/values.ts'
import { isOpenAlert } from './alert.ts'
import type { CaseAlert, CaseItem } from './case.ts'
import { reviewState } from './review.ts'

/** Compared exactly; null means "has none". */
export type Fact = string | null

interface FactFilter<Row> {
  /** The name of the replica's column. */
  fact: string
  of: (row: Row) => Fact
  /** The values that the text of the parameter accepts; without it, the text alone. */
  accepts?: (asked: string) => readonly Fact[]
  /** Operations change it. */
  isChanged?: boolean
}
export type FactFilters<Row> = Readonly<Record<string, FactFilter<Row>>>

const has = (is: boolean) => (is ? '1' : '0')
const isNot = (asked: string) => [has(asked === '0')]

interface Assigned {
  manager: { id: string } | null
}
/** The facts of both queues. */
export const assignmentFacts = {
  user: { fact: 'manager', of: ({ manager }) => manager?.id ?? null, isChanged: true },
  withoutAssign: { fact: 'assigned', of: ({ manager }) => has(manager !== null), accepts: isNot, isChanged: true },
} satisfies FactFilters<Assigned>

export const caseFactFilters = {
  ...assignmentFacts,
  'status[]': { fact: 'status', of: ({ status }) => status, isChanged: true },
  recommendedStr: { fact: 'recommendedStr', of: ({ recommendedStr }) => String(recommendedStr), isChanged: true },
  withoutAlerts: { fact: 'withAlerts', of: ({ alertCount }) => has(alertCount > 0), accepts: isNot },
  review: { fact: 'review', of: ({ review }) => reviewState(review), isChanged: true },
  'service[]': { fact: 'service', of: ({ data }) => data.transactionType || null },
  'countries[]': {
    fact: 'country',
    of: ({ data }) => data.transactionCountry || null,
    accepts: (code) => (code === UNKNOWN_COUNTRY ? [code, null] : [code]),
  },
  customerId: { fact: 'customer', of: ({ customerId }) => customerId },
} satisfies FactFilters<CaseItem>

/** One alert of a case has to meet all that is asked of alerts. */
export const caseAlertFactFilters = {
  alertLevel: { fact: 'level', of: ({ alertLevel }) => alertLevel },
  alertStatus: {
    fact: 'status',
    of: ({ status }) => status,
    accepts: (status) => (status === 'open' ? ALERT_STATUSES.filter(isOpenAlert) : [status]),
  },
  rule: { fact: 'rule', of: ({ ruleId }) => ruleId },
  rule_type: { fact: 'type', of: ({ ruleType = null }) => ruleType },
} satisfies FactFilters<CaseAlert>

const alone = (asked: string): readonly Fact[] => [asked]

/** The facts of a row, by name. */
export const factsIn = <Row>(filters: FactFilters<Row>, row: Row): Record<string, Fact> =>
  Object.fromEntries(Object.values(filters).map(({ fact, of }) => [fact, of(row)]))

/** The accepted values of each fact that a query asks for, by name. */
export const factsAsked = <Row>(filters: FactFilters<Row>, query: object): Record<string, ReadonlySet<Fact>> =>
  Object.fromEntries(
    askedIn(filters, query).map(([{ fact, accepts = alone }, texts]) => [fact, new Set(texts.flatMap(accepts))]),
  )

/** True if a row has the values that a query asks of the facts that operations change. */
export function hasChanged<Row>(filters: FactFilters<Row>, query: object): (row: Row) => boolean {
  const asked = askedIn(filters, query).flatMap(([{ of, accepts = alone, isChanged }, texts]) =>
    isChanged ? [[of, new Set<Fact>(texts.flatMap(accepts))] as const] : [],
  )
  return (row) => asked.every(([of, accepted]) => accepted.has(of(row)))
}

function askedIn<Row>(filters: FactFilters<Row>, query: object) {
  return Object.entries(filters).flatMap(([param, filter]) => {
    const value = (query as Record<string, string | readonly string[] | undefined>)[param]
    const texts = value ? [value].flat() : []
    return texts.length > 0 ? [[filter, texts] as const] : []
  })
}
