/** Monitoring rules, their revisions, and the dictionaries their editor needs (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { done, noteText, page, pageNumber, pageSize, text } from '#contract/model/common.ts'
import { backtest, backtestBody } from '#contract/model/rules/backtest.ts'
import { comparison } from '#contract/model/rules/filter.ts'
import {
  procedure,
  rule,
  newRule,
  rationale,
  ruleChange,
  ruleFigures,
  ruleInfo,
  ruleItem,
  ruleProposal,
  ruleRevision,
  ruleShadow,
} from '#contract/model/rules/rule.ts'
import { ALERT_LEVELS, CUSTOMER_TYPES, DIRECTIONS, RULE_AREAS } from '#contract/model/values.ts'

const byId = '/management/rule/{ruleId}'
const filters = '/management/filters'
const values = {
  reply: z.object({ items: z.optional(z.array(z.string())), message: z.optional(z.string()) }),
} as const
const infos = { reply: z.object({ items: z.array(ruleInfo) }) } as const

/** Every autocomplete is there twice: with a term, and with the empty term that asks for every value. */
export const rules = {
  list: call('GET', '/management/rules', {
    roles: 'everybody',
    query: {
      page: pageNumber,
      pageSize,
      platform: text,
      search: text,
      withDeleted: z.optional(z.enum(['true', 'false'])),
      type: z.optional(z.enum(RULE_AREAS)),
      action: z.optional(z.enum(ALERT_LEVELS)),
      account_type: z.optional(z.enum(CUSTOMER_TYPES)),
      transactionDirection: z.optional(z.enum(DIRECTIONS)),
      /** Leaves out description, criteria and options. */
      shortResponse: z.optional(z.enum(['true', 'false'])),
    },
    reply: page(ruleItem),
  }),
  create: call('POST', '/management/rule', { roles: MANAGERS, body: newRule, reply: rule, notice: 'SAVE' }),
  view: call('GET', byId, { roles: 'everybody', reply: rule }),
  /** Every change makes a new revision. */
  change: call('PATCH', byId, {
    roles: MANAGERS,
    body: z.strictObject({ rule: ruleChange }),
    reply: rule,
    notice: 'SAVE',
  }),
  delete: call('DELETE', byId, { roles: MANAGERS, reply: done, notice: 'Delete' }),
  revisions: call('GET', `${byId}/revisions`, {
    roles: 'everybody',
    reply: z.object({ items: z.array(ruleRevision) }),
  }),
  revision: call('GET', '/management/rule_by_revision/{revisionId}', { roles: 'everybody', reply: rule }),
  /** `{ruleType}` is transaction, account, schedule or one of the rule types (docs/design/specification.md#calls). */
  info: call('GET', '/management/rule/{ruleType}/info', {
    roles: 'everybody',
    reply: z.object({ ruleInfo: z.array(ruleInfo) }),
  }),
  clone: call('POST', '/management/clone-rule/', {
    roles: MANAGERS,
    body: z.strictObject({ ruleId: z.string(), platform: z.string() }),
    reply: rule,
    notice: 'SAVE',
  }),
  /** Checks whether every procedure step of the case's alerts is done. */
  validateProcedures: call('GET', '/management/rule/validate_procedures/{caseId}', {
    roles: 'everybody',
    reply: z.object({ isValid: z.boolean(), missing: z.array(procedure) }),
  }),
  accountAlertProcedures: call('GET', '/management/rule/procedures/account-alert/{alertId}', {
    roles: 'everybody',
    reply: z.object({ items: z.array(procedure) }),
  }),
  alertProcedures: call('GET', '/management/rule/procedures/alert/{alertId}', {
    roles: 'everybody',
    reply: z.object({ items: z.array(procedure) }),
  }),
  /** Marks a step as done or not done. */
  markProcedure: call('PATCH', '/management/rule/procedures/{alertId}/{procedureId}', {
    roles: 'everybody',
    body: z.object({ done: z.boolean() }),
    reply: z.object({ items: z.array(procedure) }),
    notice: 'SAVE',
    ours: true,
  }),
  /**
   * Puts a rule in force, or takes it back into shadow, where it is counted and raises nothing. `If-Match` as on a
   * change.
   */
  setStage: call('PATCH', `${byId}/stage`, {
    roles: MANAGERS,
    body: z.object({ stage: z.enum(['live', 'shadow']), ...rationale }),
    reply: rule,
    notice: 'SAVE',
    ours: true,
  }),
  /** The alerts that a rule in shadow mode would have raised. */
  shadow: call('GET', `${byId}/shadow`, { roles: 'everybody', reply: ruleShadow, ours: true }),
  /** Alerts, STRs and open alerts of each rule that has any, over `FIGURES_DAYS`. */
  figures: call('GET', '/management/rule-figures', {
    roles: 'everybody',
    reply: z.object({ items: z.array(ruleFigures) }),
    ours: true,
  }),
  /** Starts a background task; 409 with its `backtest` while one of the same person runs. */
  backtest: call('POST', '/management/rule/backtest', {
    roles: MANAGERS,
    body: backtestBody,
    reply: backtest,
    ours: true,
  }),
  /** The progress and the result. */
  backtestView: call('GET', '/management/rule/backtest/{uuid}', { roles: 'everybody', reply: backtest, ours: true }),
  /** Ends one that still runs. */
  cancelBacktest: call('DELETE', '/management/rule/backtest/{uuid}', { roles: MANAGERS, reply: done, ours: true }),
  /** With four eyes on rules: what waits for a second person, oldest first, then what was decided last. */
  proposals: call('GET', '/management/rule-proposals', {
    roles: 'everybody',
    query: { status: z.optional(z.enum(['open', 'decided'])) },
    reply: z.object({ items: z.array(ruleProposal) }),
    ours: true,
  }),
  /** Approved by another person than its author; 409 if the rule has changed since the proposal. */
  approve: call('POST', '/management/rule-proposals/{proposalId}/approve', {
    roles: MANAGERS,
    body: z.object({ note: z.optional(noteText) }),
    reply: ruleProposal,
    notice: 'SAVE',
    ours: true,
  }),
  /** Gives a proposal back with the reason, or takes one's own back. */
  return: call('POST', '/management/rule-proposals/{proposalId}/return', {
    roles: MANAGERS,
    body: z.object({ note: noteText }),
    reply: ruleProposal,
    notice: 'SAVE',
    ours: true,
  }),
  criteria: call('GET', '/management/criteria/info', { roles: 'everybody', ...infos }),
  scheduleCriteria: call('GET', '/management/schedule-criteria/info', { roles: 'everybody', ...infos }),
  comparisons: call('GET', `${filters}/comparison-function-list`, {
    roles: 'everybody',
    reply: z.object({
      items: z.array(comparison),
    }),
  }),
  /** The enrichment of a transaction: values by field name, as the platform last sent them. */
  sampleEnrichment: call('GET', '/management/sample_enrichment/{platform}', {
    roles: 'everybody',
    query: { summary: z.optional(z.literal('1')) },
    reply: z.record(z.string(), z.unknown()),
  }),
  autocompleteTransaction: call('GET', `${filters}/autocompleteTransaction/{platform}/{fieldName}/{term}`, {
    roles: 'everybody',
    ...values,
  }),
  autocompleteEnrichment: call('GET', `${filters}/autocompleteEnrichment/{platform}/{fieldName}/{term}`, {
    roles: 'everybody',
    ...values,
  }),
  autocompleteContract: call('GET', `${filters}/autocompleteContract/{platform}/{fieldName}/{term}`, {
    roles: 'everybody',
    ...values,
  }),
  transactionValues: call('GET', `${filters}/autocompleteTransaction/{platform}/{fieldName}/`, {
    roles: 'everybody',
    ...values,
  }),
  enrichmentValues: call('GET', `${filters}/autocompleteEnrichment/{platform}/{fieldName}/`, {
    roles: 'everybody',
    ...values,
  }),
  contractValues: call('GET', `${filters}/autocompleteContract/{platform}/{fieldName}/`, {
    roles: 'everybody',
    ...values,
  }),
}
