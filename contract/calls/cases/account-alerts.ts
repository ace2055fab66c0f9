/** Alerts on customers' profiles: one, several, a rule's (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { accountAlertItem } from '#contract/model/cases/account-alert.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import { alert } from '#contract/model/cases/alert.ts'
import {
  dates,
  done,
  flag,
  noteText,
  page,
  pageNumber,
  pageSize,
  person,
  queryFlag,
  range,
  text,
} from '#contract/model/common.ts'
import { ALERT_LEVELS, ALERT_STATUSES, CUSTOMER_TYPES, REASONS } from '#contract/model/values.ts'
import { alertSummary } from './alerts.ts'
import { sortsOf } from './cases.ts'

const base = '/management/account-alerts'
const saved = { reply: done, notice: 'SAVE' } as const

/** Columns by which the queue can be sorted. */
export const ALERT_SORTS = ['customer', 'type', 'rule', 'status', 'level', 'risk', 'due', 'manager'] as const
export type AlertSort = (typeof ALERT_SORTS)[number]

/** The latest first, the longest waiting first, those of one customer and rule next to each other, or by a column. */
export const QUEUE_SORTS = ['newest', 'oldest', 'group', ...sortsOf(ALERT_SORTS)] as const

/** The maximum number of alerts in a batch. */
export const BATCH_MAX = 500

/** `sar` 1 with status resolved is "resolved with SAR". Our policy asks for a note where an alert is resolved. */
const change = { note: z.optional(noteText), sar: z.prefault(flag, 0), reason: z.optional(z.enum(REASONS)) }

/** `{status}` is one of the statuses an account alert may be set to: new, await, resolved, in_progress. */
export const accountAlerts = {
  /** All or nothing: either every alert changes or none. */
  changeStatusBatch: call('PATCH', `${base}/batch_change_status/{status}/{platform}/{customerId}`, {
    roles: 'everybody',
    ...saved,
    body: z.object({ ...change, alertIds: z.array(z.string()).check(z.minLength(1), z.maxLength(BATCH_MAX)) }),
  }),
  changeStatus: call('PATCH', `${base}/change_status/{alertId}/{status}`, {
    roles: 'everybody',
    ...saved,
    body: z.object(change),
  }),
  addComment: call('PATCH', `${base}/add_comment/{alertId}`, {
    roles: 'everybody',
    ...saved,
    body: z.object({ note: noteText }),
  }),
  active: call('GET', `${base}/active-alerts/{platform}/{customerId}/{ruleId}`, {
    roles: 'everybody',
    reply: z.object({ items: z.array(alert) }),
  }),
  summary: call('GET', `${base}/info/{platform}/{customerId}`, { roles: 'everybody', reply: alertSummary }),
  assign: call('PATCH', `${base}/assign/{alertId}/{managerId}`, { roles: 'everybody', ...saved }),
  assignByRule: call('PATCH', `${base}/assignByRule/{platform}/{customerId}/{ruleId}/{managerId}`, {
    roles: 'everybody',
    ...saved,
  }),
  /** Back to the queue, without an assignee (ours). */
  release: call('PATCH', `${base}/release/{alertId}`, { roles: 'everybody', ...saved, ours: true }),
  /** On to a manager, with a note (ours). */
  escalate: call('PATCH', `${base}/escalate/{alertId}`, {
    roles: 'everybody',
    ...saved,
    ours: true,
    body: z.object({ manager: person, note: noteText }),
  }),
  /** Use `changeStatus` with resolved. */
  resolve: call('PATCH', `${base}/resolve/{alertId}`, {
    roles: 'everybody',
    ...saved,
    body: z.object({ note: noteText }),
    ours: true,
    deprecated: true,
  }),
  /** Use `changeStatusBatch` with resolved. */
  resolveByRule: call('PATCH', `${base}/resolveByRule/{platform}/{customerId}/{ruleId}`, {
    roles: 'everybody',
    ...saved,
    body: z.object({ note: noteText }),
    ours: true,
    deprecated: true,
  }),
  /** All customers' account alerts as one queue (docs/design/specification.md#calls); a plain catalogue server has none. */
  queue: call('GET', '/management/customers/account-alerts', {
    roles: 'everybody',
    ours: true,
    query: {
      page: pageNumber,
      pageSize,
      platform: text,
      'status[]': z.optional(z.array(z.enum(ALERT_STATUSES))),
      alertSar: queryFlag,
      alertLevel: z.optional(z.enum(ALERT_LEVELS)),
      accountType: z.optional(z.enum(CUSTOMER_TYPES)),
      rule: text,
      customerId: text,
      /** A manager's id. */
      user: text,
      withoutAssign: queryFlag,
      /** Late, or about to be. */
      due: z.optional(z.enum(DUE_STATES)),
      search: text,
      'date[]': dates,
      /** The customer's score. */
      'risk[]': range,
      /** In whole days. */
      'age[]': range,
      /** When it was decided. */
      'decided[]': dates,
      /** `newest` by default. */
      sort: z.optional(z.enum(QUEUE_SORTS)),
    },
    reply: page(accountAlertItem),
  }),
}
