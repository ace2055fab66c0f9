/** Allowlists, their versions, and the fields they filter by (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { dates, done, page, pageNumber, pageSize, text } from '#contract/model/common.ts'
import {
  ALLOWLIST_EXPIRIES,
  allowlist,
  allowlistBody,
  allowlistChange,
  allowlistOnAlert,
  coveredAlerts,
  filterField,
  resolveReply,
} from '#contract/model/rules/allowlist.ts'
import { criteria } from '#contract/model/rules/rule.ts'

const base = '/management/allowlists'
const fields = { reply: z.object({ items: z.array(filterField) }) } as const

export const allowlists = {
  list: call('GET', `${base}/`, {
    roles: 'everybody',
    query: {
      page: pageNumber,
      pageSize,
      platform: text,
      search: text,
      /** A rule's id. */
      rule: text,
      'date[]': dates,
      customerId: text,
      /** Only allowlists with this expiry state today (ours). */
      expiry: z.optional(z.enum(ALLOWLIST_EXPIRIES)),
    },
    reply: page(allowlist),
  }),
  create: call('POST', '/management/allowlist/', {
    roles: MANAGERS,
    body: allowlistBody,
    reply: allowlist,
    notice: 'SAVE',
  }),
  /** Every change makes a new version. */
  change: call('PATCH', '/management/allowlist/', {
    roles: MANAGERS,
    body: allowlistChange,
    reply: allowlist,
    notice: 'SAVE',
  }),
  delete: call('DELETE', '/management/allowlist/{id}', { roles: MANAGERS, reply: done, notice: 'Delete' }),
  view: call('GET', '/management/allowlist/{id}', { roles: 'everybody', reply: allowlist }),
  version: call('GET', '/management/allowlistByVersion/{id}', { roles: 'everybody', reply: allowlist }),
  history: call('GET', `${base}/history/{id}`, { roles: 'everybody', reply: z.object({ items: z.array(allowlist) }) }),
  /** The open alerts that an allowlist would resolve, before it is saved; nothing is changed (ours). */
  dryRun: call('POST', '/management/allowlist/dry-run', {
    roles: MANAGERS,
    body: allowlistBody,
    reply: coveredAlerts,
    ours: true,
  }),
  /** The open alerts that a version would resolve (ours). */
  coveredAlerts: call('GET', '/management/allowlist/{versionId}/alerts', {
    roles: 'everybody',
    reply: coveredAlerts,
    ours: true,
  }),
  /** Starts a background task; its message reports the result, see `resolveMessage`. */
  resolveAlerts: call('POST', '/management/allowlist/{versionId}/resolveAlerts', {
    roles: MANAGERS,
    body: z.optional(
      z.strictObject({
        /** Recommends no STR for the cases whose every alert was resolved by an allowlist (ours). */
        closeCases: z.optional(z.boolean()),
      }),
    ),
    reply: resolveReply,
  }),
  /** Open alerts that each allowlist in force covers. */
  remainingAlerts: call('GET', '/management/allowlist/remainingAlerts', {
    roles: 'everybody',
    reply: z.object({
      items: z.array(z.object({ allowlistId: z.string(), versionId: z.string(), count: z.number() })),
    }),
  }),
  /** Those on an alert's rule and customer: which cover it, and why the others do not (ours). Covering ones first. */
  onAlert: call('GET', '/management/alert/{alertId}/allowlists', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(allowlistOnAlert) }),
  }),
  /** The suggested allowlist for an alert: the rule in force with headroom above the measured values (ours). */
  suggestion: call('GET', '/management/alert/{alertId}/allowlist-suggestion', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ ruleCriteria: criteria, ignoreCriteria: z.boolean() }),
  }),
  transactionFilters: call('GET', `${base}/transaction-filters`, { roles: 'everybody', ...fields }),
  transactionFiltersExtended: call('GET', `${base}/transaction-filters-extended`, { roles: 'everybody', ...fields }),
  contractFiltersExtended: call('GET', `${base}/contract-filters-extended`, { roles: 'everybody', ...fields }),
  customerFilters: call('GET', `${base}/customer-filters`, { roles: 'everybody', ...fields }),
  customerScheduleFilters: call('GET', `${base}/customer-schedule-filters`, { roles: 'everybody', ...fields }),
  ruleFilters: call('GET', `${base}/filters/{ruleId}`, { roles: 'everybody', ...fields }),
}
