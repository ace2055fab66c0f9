/** Cases: the list and what can be done to one (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { caseAlert, caseDetail, caseItem } from '#contract/model/cases/case.ts'
import {
  EXCLUSION_SCOPES,
  WORK_QUEUES,
  ALERT_LEVELS,
  ALERT_STATUSES,
  CASE_STATUSES,
  DIRECTIONS,
  REASONS,
  RULE_AREAS,
  RULE_TYPES,
  SEARCH_FIELDS,
  STR_ACTIONS,
} from '#contract/model/values.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import { REVIEW_STATES, reviewDay } from '#contract/model/cases/review.ts'
import {
  dates,
  done,
  list,
  noteText,
  page,
  pageNumber,
  pageSize,
  person,
  queryFlag,
  range,
  stamp,
  text,
} from '#contract/model/common.ts'

/** Columns by which the queue can be sorted. */
export const CASE_SORTS = [
  'created',
  'id',
  'service',
  'amount',
  'customer',
  'rule',
  'status',
  'level',
  'risk',
  'due',
  'manager',
] as const
export type CaseSort = (typeof CASE_SORTS)[number]

/** The same columns, with a leading `-` for descending order. */
export const sortsOf = <const S extends string>(names: readonly S[]) =>
  names.flatMap((name) => [name, `-${name}`] as const) as [S | `-${S}`, ...(S | `-${S}`)[]]

/** The query of a list of cases. Flags are `0` or `1`; `date[]` is start and end, inclusive, UTC. */
export const caseQuery = {
  page: pageNumber,
  pageSize,
  platform: z.optional(z.string()),
  'status[]': z.optional(z.array(z.enum(CASE_STATUSES))),
  /** `open` is any that waits for a decision (ours). */
  alertStatus: z.optional(z.enum([...ALERT_STATUSES, 'open'])),
  recommendedStr: queryFlag,
  withoutAlerts: queryFlag,
  withoutAssign: queryFlag,
  /** Late, or about to be (ours). */
  due: z.optional(z.enum(DUE_STATES)),
  /** Its review has come, or is planned (ours). */
  review: z.optional(z.enum(REVIEW_STATES)),
  /** True if something of it waits for a second person, an STR included (ours). */
  approval: queryFlag,
  'service[]': list,
  direction: z.optional(z.enum([...DIRECTIONS, 'debit'])),
  alertLevel: z.optional(z.enum(ALERT_LEVELS)),
  /** A rule's id. */
  rule: text,
  customerId: text,
  rule_type: z.optional(z.enum([...RULE_AREAS, ...RULE_TYPES])),
  'countries[]': list,
  /** A manager's id. */
  user: text,
  search: text,
  'searchFields[]': z.optional(z.array(z.enum([...SEARCH_FIELDS, 'ALL']))),
  'date[]': dates,
  /** In the currency of reports, US dollars (ours). */
  'amount[]': range,
  /** The customer's score (ours). */
  'risk[]': range,
  /** In whole days (ours). */
  'age[]': range,
  /** `-created` by default: the newest first (ours). */
  sort: z.optional(z.enum(sortsOf(CASE_SORTS))),
  /** The closing date (ours). */
  'finished[]': dates,
}

const flowEntry = z.object({
  at: stamp,
  customerId: z.string(),
  name: z.string(),
  /** The counterparty of the customer (ours). */
  counterpartyName: z.optional(z.string()),
  transactionId: z.string(),
  service: z.string(),
  direction: z.enum(DIRECTIONS),
  usd: z.string(),
  /** The entry is the case's own transaction. */
  isThis: z.boolean(),
})
export type FlowEntry = z.infer<typeof flowEntry>

const byCase = { reply: done } as const

export const cases = {
  list: call('GET', '/management/cases', { roles: 'everybody', query: caseQuery, reply: page(caseItem) }),
  view: call('GET', '/management/case/{caseId}', { roles: 'everybody', reply: caseDetail }),
  await: call('PATCH', '/management/case/awaitCustomer/{caseUuid}', { roles: 'everybody', ...byCase, notice: 'SAVE' }),
  renew: call('PATCH', '/management/case/new/{caseUuid}', { roles: 'everybody', ...byCase, notice: 'SAVE' }),
  /** The money before and after: transactions of both parties around the case's own, oldest first. */
  flow: call('GET', '/management/case/flow/{caseId}', {
    roles: 'everybody',
    reply: z.object({ items: z.array(flowEntry) }),
  }),
  rules: call('GET', '/management/rules_for_case/{caseId}', {
    roles: 'everybody',
    reply: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          description: z.string(),
          action: z.enum(ALERT_LEVELS),
          revisionId: z.string(),
          /** The rule raised an alert on this case. */
          hit: z.boolean(),
        }),
      ),
    }),
  }),
  similar: call('GET', '/management/case/similar/{caseId}', {
    roles: 'everybody',
    reply: z.object({
      items: z.array(
        z.extend(
          z.pick(caseItem, {
            id: true,
            uuid: true,
            status: true,
            statusCases: true,
            createAt: true,
            recommendedStr: true,
            data: true,
            manager: true,
          }),
          { alerts: z.array(caseAlert) },
        ),
      ),
    }),
  }),
  note: call('PATCH', '/management/case/note/{caseId}', {
    roles: 'everybody',
    body: z.object({ note: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
  recommendStr: call('PATCH', '/management/case/recommendStr/{caseId}', {
    roles: 'everybody',
    body: z.object({ note: noteText, action: z.enum(STR_ACTIONS), reason: z.optional(z.enum(REASONS)) }),
    reply: done,
    notice: 'SAVE',
  }),
  assign: call('PATCH', '/management/case/assign/{caseId}/{userId}', {
    roles: 'everybody',
    reply: done,
    notice: 'SAVE',
  }),
  /** Moves the day on which a case that is monitored comes back; null lets it go (ours). */
  review: call('PATCH', '/management/case/review/{caseId}', {
    roles: 'everybody',
    ours: true,
    body: z.object({ on: z.nullable(reviewDay) }),
    reply: done,
    notice: 'SAVE',
  }),
  /** Back to the queue, without an assignee (ours). */
  release: call('PATCH', '/management/case/release/{caseId}', {
    roles: 'everybody',
    ours: true,
    reply: done,
    notice: 'SAVE',
  }),
  /** On to a manager, with a note (ours). */
  escalate: call('PATCH', '/management/case/escalate/{caseId}', {
    roles: 'everybody',
    ours: true,
    body: z.object({ manager: person, note: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
  /** Earlier decisions on the same rule and customer, for the precedent line (ours). */
  precedent: call('GET', '/management/case/precedent/{caseId}', {
    roles: 'everybody',
    ours: true,
    reply: z.object({
      items: z.array(
        z.object({
          ruleId: z.string(),
          ruleName: z.string(),
          earlier: z.number(),
          resolved: z.number(),
          rejected: z.number(),
          str: z.number(),
        }),
      ),
    }),
  }),
  /** The people of a platform who can be assigned work, with their open cases (ours). */
  managers: call('GET', '/management/managers', {
    roles: 'everybody',
    ours: true,
    query: { platform: z.optional(z.string()) },
    reply: z.object({
      items: z.array(
        z.extend(person, {
          email: z.string(),
          roles: z.array(z.string()),
          open: z.number(),
          /** The queues whose work they are dealt, and what they are excluded from. */
          queues: z.array(z.enum(WORK_QUEUES)),
          excludedFrom: z.array(z.object({ scope: z.enum(EXCLUSION_SCOPES), value: z.string() })),
        }),
      ),
    }),
  }),
}
