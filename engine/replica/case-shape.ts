/** Cases in the replica. */
import type { Input } from '#contract/call.ts'
import type { cases } from '#contract/calls/cases/cases.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { isOpenAlert, leadAlert } from '#contract/model/cases/alert.ts'
import { searchLine, ticketIn, uuidIn } from '#contract/model/cases/case-search.ts'
import { caseKey, isDay, UNFINISHED_CASES, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'
import { caseAlertFactFilters, caseFactFilters, factsAsked, factsIn } from '#contract/model/cases/queue-facts.ts'
import { fromStamp } from '#contract/model/common.ts'
import { foldText } from '#contract/fold-text.ts'
import { RULE_AREAS, SEARCH_FIELDS, type CaseStatus } from '#contract/model/values.ts'
import { datesOf, packDue, unpackDue, type PackedDue } from './dates.ts'
import { anything, type Condition, type Shape } from './shape.ts'

export type CaseListQuery = Omit<NonNullable<Input<typeof cases.list>['query']>, 'page' | 'pageSize'>
type Row = ReplicaRow<'case'>

const unfinished: ReadonlySet<CaseStatus> = new Set(UNFINISHED_CASES)
const areas: readonly string[] = RULE_AREAS
const has = (is: boolean) => (is ? '1' : '0')
const NAME_LINE = searchLine('clientName') - 1
/** Digits, so that numbers compare as texts do. */
const openCount = ({ alerts }: Row) =>
  String(alerts.filter(({ status }) => isOpenAlert(status)).length).padStart(4, '0')

export const caseShape: Shape<Row, CaseListQuery> = {
  idOf: ({ id }) => id,
  isIdBefore: (a, b) => a > b,
  isIdNumber: false,
  versionOf: ({ version }) => version,
  createdOf: ({ createAt }) => fromStamp(createAt),

  factsOf: (row) => ({
    ...factsIn(caseFactFilters, row),
    direction: row.data.transactionDirection,
    name: row.search.split('\n')[NAME_LINE] || null,
    ruleName: leadAlert(row.alerts)?.ruleName ?? null,
    open: openCount(row),
    holder: row.manager?.name ?? null,
    type: row.clientType,
    str: has(row.hadStr === true),
    newCountry: has(row.isNewCountry === true),
  }),

  numbersOf: ({ data, risk = null, activeHardStop, dueAt, dueSoonAt }) => ({
    amount: Number(data.transactionUsdAmount),
    risk,
    level: activeHardStop,
    due: dueAt ? fromStamp(dueAt) : null,
    dueSoon: dueSoonAt ? fromStamp(dueSoonAt) : null,
  }),

  partsOf: ({ alerts }) => alerts.map((alert) => factsIn(caseAlertFactFilters, alert)),

  textOf: ({ search }) => search,

  pack(row) {
    const { id, uuid, activeHardStop, alertCount, alerts, assignDate, clientType, createAt, data } = row
    const { customerId, manager, recommendedStr, status, transactionStatus, version, risk, hadStr, isNewCountry } = row
    const { strProposal = null, approval = null, dueAt, dueSoonAt, review } = row
    const packedAlerts = alerts.map((one) => [
      one.id,
      one.ruleId,
      one.ruleName,
      one.status,
      one.alertLevel,
      one.text,
      one.ruleType ?? '',
    ])
    return [
      [id, uuid, activeHardStop, alertCount, assignDate, clientType, createAt.date],
      DATA.map((name) => data[name]),
      [
        customerId,
        manager && [manager.id, manager.name],
        recommendedStr,
        status,
        transactionStatus,
        version,
        risk,
        hadStr,
        isNewCountry,
      ],
      packedAlerts,
      packDue(dueAt, dueSoonAt),
      // few cases wait for a second person, or come back: the others take no room for it
      ...(strProposal || approval || review
        ? [strProposal, approval, review && [review.on, review.watch, review.isDue]]
        : []),
    ]
  },

  unpack(packed, platform, now, search) {
    const [first, data, second, alerts, due, strProposal, approval, review] = packed as Packed
    const [id, uuid, activeHardStop, alertCount, assignDate, clientType, date] = first
    const [customerId, manager, recommendedStr, status, transactionStatus, version, risk, hadStr, isNewCountry] = second
    const createAt = { date, timezone: 'UTC' }
    return {
      id,
      uuid,
      statusCases: caseKey({ status, alertCount, recommendedStr }),
      isDay: isDay({ status, createAt }, now),
      activeHardStop,
      alertCount,
      alerts: alerts.map(([alertId, ruleId, ruleName, alertStatus, alertLevel, text, ruleType]) => ({
        id: alertId,
        ruleId,
        ruleName,
        status: alertStatus,
        alertLevel,
        text,
        ...(ruleType && { ruleType }),
      })),
      assignDate,
      clientType,
      complete: status === 'complete' || status === 'str',
      createAt,
      data: Object.fromEntries(DATA.map((name, i) => [name, data[i]])) as CaseItem['data'],
      customerId,
      manager: manager && { id: manager[0], name: manager[1] },
      platform,
      recommendedStr,
      status,
      ...(strProposal && { strProposal }),
      ...(approval && { approval }),
      transactionStatus,
      ...(risk !== undefined && { risk }),
      ...(hadStr && { hadStr }),
      ...(isNewCountry && { isNewCountry }),
      ...unpackDue(due),
      review: review ? { on: review[0], watch: review[1], isDue: review[2] } : null,
      version,
      search,
    }
  },

  conditionOf(query) {
    const { 'status[]': statuses, 'service[]': services } = query
    // finished rows and the areas of rules are not in the replica
    if (!statuses?.length || !statuses.every((status) => unfinished.has(status))) return null
    // the server alone knows all that waits for a second person, and tickets
    if (query.approval || query['finished[]'] || ticketIn(query.search) !== undefined) return null
    if (query.rule_type && areas.includes(query.rule_type)) return null
    const created = datesOf(query['date[]'])
    if (created === undefined) return null
    const facts = factsAsked(caseFactFilters, query)
    if (query.direction === 'debit') facts['service'] = new Set(['debit card'].filter((one) => asks(services, one)))
    else if (query.direction) facts['direction'] = new Set([query.direction])
    return { ...anything, facts, parts: factsAsked(caseAlertFactFilters, query), created, text: textFor(query) }
  },
}

type Packed = [
  [string, string, number, number, CaseItem['assignDate'], CaseItem['clientType'], string],
  string[],
  [
    string,
    [string, string] | null,
    0 | 1,
    CaseStatus,
    string,
    number,
    risk?: number | null,
    hadStr?: boolean | null,
    isNewCountry?: boolean | null,
  ],
  [string, string, string, CaseAlert['status'], CaseAlert['alertLevel'], string, string][],
  PackedDue,
  (CaseItem['strProposal'] | null)?,
  (CaseItem['approval'] | null)?,
  ([on: string, watch: string, isDue: boolean] | null)?,
]

const DATA = [
  'transactionId',
  'transactionType',
  'transactionDirection',
  'transactionAmount',
  'transactionCurrency',
  'transactionUsdAmount',
  'transactionCountry',
  'clientName',
  'counterpartyName',
] as const satisfies (keyof CaseItem['data'])[]

/** True if a list that may be missing leaves a value open. */
const asks = (values: readonly string[] | undefined, value: string) => !values?.length || values.includes(value)

function textFor({ search, 'searchFields[]': fields = ['ALL'] }: CaseListQuery): Condition['text'] {
  const term = foldText(search ?? '')
  if (!term) return null
  const named = fields.flatMap((field) => (field === 'ALL' ? [] : [field]))
  const uuid = uuidIn(search)
  // the place of the uuid in a packed row, which may be the id of something else elsewhere
  const or = uuid === undefined ? undefined : { packed: `","${uuid}",` }
  if (named.length === 0 || named.length < fields.length) return { term, lines: null, or }
  return { term, lines: SEARCH_FIELDS.flatMap((field) => (named.includes(field) ? [searchLine(field) - 1] : [])) }
}
