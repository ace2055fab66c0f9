/** Monitoring rules: the list, one and its revisions, what may be written, and what the editor asks for. */
import type { Parsed } from '#contract/call.ts'
import type { rules } from '#contract/calls/rules.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { COMPARISONS } from '#server/monitoring/comparisons.ts'
import { addRule, changeRule, cloneRule, deleteRule, setStage } from '#server/monitoring/rule-book.ts'
import {
  approveProposal,
  proposeChange,
  proposeClone,
  proposeDelete,
  proposeRule,
  proposeStage,
  returnProposal,
} from '#server/monitoring/rule-proposals.ts'
import { ruleInfosOf } from '#server/monitoring/rule-types/catalogue.ts'
import { shadowOf } from '#server/monitoring/shadow.ts'
import { etagOf, matchedVersion } from '#server/http/etag.ts'
import { record } from '#server/policy/audit.ts'
import { findCaseRow } from '#server/store/queries/case-detail.ts'
import { proceduresOfAlert, proceduresOfCase, type Procedure } from '#server/store/queries/procedures.ts'
import {
  contractValues,
  enrichmentValues,
  sampleEnrichment,
  transactionValues,
} from '#server/store/queries/rule-values.ts'
import { listProposals } from '#server/store/queries/rule-proposals.ts'
import { findRevision, findRule, listRules, revisionsOf } from '#server/store/queries/rules.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { backtestCalls } from './backtests.ts'
import { aboutHeader, Refusal, type Context, type Handlers } from './handlers.ts'

/** Whether what is done to rules counts once another person has approved it. */
const isReviewed = ({ config }: Context) => config.fourEyes.includes('rules')

const missing = (what: string, id: string) => new Refusal(404, `There is no ${what} ${id} here.`)

async function procedures(
  { db, platform }: Context,
  alertId: string,
  kind?: 'transaction' | 'account',
): Promise<Procedure[]> {
  const found = await proceduresOfAlert(db, platform, alertId, kind)
  if (!found) throw missing('alert', alertId)
  return found
}

type Autocomplete = Parsed<typeof rules.autocompleteTransaction>['params']
const withTerm =
  (values: typeof transactionValues) =>
  ({ params }: { params: Omit<Autocomplete, 'term'> & { term?: string } }, { db }: Context) =>
    values(db, params.platform, params.fieldName, params.term ?? '')

export const rulesCalls = (queue: TaskQueue): Handlers<typeof rules> => ({
  ...backtestCalls(queue),

  async list({ query }, { db, platform }) {
    const { page = 1, pageSize = PAGE_SIZES.rules, platform: named = platform, shortResponse, ...filter } = query
    if (pageSize > PAGE_SIZES.rules) throw new Refusal(400, `pageSize: at most ${PAGE_SIZES.rules}`)
    return listRules(db, named, filter, { page, pageSize }, shortResponse === 'true')
  },

  create({ body }, context) {
    aboutHeader(context, body.platform)
    const act = isReviewed(context) ? proposeRule : addRule
    return context.db.transaction().execute((tx) => act(tx, context, body))
  },

  async view({ params }, { db, platform }) {
    const rule = await findRule(db, [platform], params.ruleId)
    if (!rule) throw missing('rule', params.ruleId)
    // for `If-Match` alone: a proposal, a stage and a deletion make no revision
    return Response.json(rule, { headers: { etag: etagOf('rule', { id: rule.id, version: rule.revisionId }) } })
  },

  change({ params, body }, context) {
    const act = isReviewed(context) ? proposeChange : changeRule
    const matched = matchedVersion(context.request, 'rule')
    return context.db.transaction().execute((tx) => act(tx, context, params.ruleId, body.rule, matched))
  },

  async delete({ params }, context) {
    const matched = matchedVersion(context.request, 'rule')
    return context.db.transaction().execute(async (tx) => {
      if (!isReviewed(context)) {
        await deleteRule(tx, context, params.ruleId, matched)
        return { message: 'Deleted.' }
      }
      await proposeDelete(tx, context, params.ruleId, { matched })
      return { message: 'Proposed: it is deleted once somebody else has approved it.' }
    })
  },

  setStage({ params, body: { stage } }, context) {
    const matched = matchedVersion(context.request, 'rule')
    return context.db
      .transaction()
      .execute((tx) =>
        isReviewed(context)
          ? proposeStage(tx, context, params.ruleId, stage, { matched })
          : setStage(tx, context, params.ruleId, stage, matched),
      )
  },

  async shadow({ params }, { db, platform }) {
    const rule = await findRule(db, [platform], params.ruleId)
    if (!rule) throw missing('rule', params.ruleId)
    return shadowOf(db, rule)
  },

  async proposals({ query }, { db, platform }) {
    return { items: await listProposals(db, platform, query.status) }
  },

  approve: ({ params, body }, context) =>
    context.db.transaction().execute((tx) => approveProposal(tx, context, params.proposalId, body.note)),

  return: ({ params, body }, context) =>
    context.db.transaction().execute((tx) => returnProposal(tx, context, params.proposalId, body.note)),

  async revisions({ params }, { db, platform }) {
    if (!(await findRule(db, [platform], params.ruleId))) throw missing('rule', params.ruleId)
    return { items: await revisionsOf(db, params.ruleId) }
  },

  async revision({ params }, { db, platform }) {
    const rule = await findRevision(db, platform, params.revisionId)
    if (!rule) throw missing('revision', params.revisionId)
    return rule
  },

  async info({ params }) {
    const ruleInfo = ruleInfosOf(params.ruleType)
    if (!ruleInfo) throw missing('rule type', params.ruleType)
    return { ruleInfo }
  },

  clone({ body }, context) {
    const act = isReviewed(context) ? proposeClone : cloneRule
    return context.db.transaction().execute((tx) => act(tx, context, body.ruleId, body.platform))
  },

  async validateProcedures({ params }, { db, platform }) {
    if (!(await findCaseRow(db, platform, params.caseId))) throw missing('case', params.caseId)
    const missed = (await proceduresOfCase(db, platform, params.caseId)).filter(({ done }) => !done)
    return { isValid: missed.length === 0, missing: missed }
  },

  async accountAlertProcedures({ params }, context) {
    return { items: await procedures(context, params.alertId, 'account') }
  },

  async alertProcedures({ params }, context) {
    return { items: await procedures(context, params.alertId, 'transaction') }
  },

  async markProcedure({ params: { alertId, procedureId }, body: { done } }, context) {
    const step = (await procedures(context, alertId)).find(({ id }) => id === procedureId)
    if (!step) throw missing('procedure', procedureId)
    await context.db.transaction().execute(async (tx) => {
      const row = { alert_id: alertId, procedure_id: procedureId, done_by: context.account.id, at: context.now() }
      const { length } = done
        ? await tx
            .insertInto('procedure_done')
            .values(row)
            .onConflict((one) => one.doNothing())
            .returning('at')
            .execute()
        : await tx
            .deleteFrom('procedure_done')
            .where('alert_id', '=', alertId)
            .where('procedure_id', '=', procedureId)
            .returning('at')
            .execute()
      if (length === 0) return
      const change = { before: { done: !done }, after: { done, procedure: step.text } }
      await record(tx, context, { action: 'mark procedure', object: { kind: 'alert', id: alertId }, ...change })
    })
    return { items: await procedures(context, alertId) }
  },

  criteria: async () => ({ items: ruleInfosOf('transaction') ?? [] }),
  scheduleCriteria: async () => ({ items: ruleInfosOf('schedule') ?? [] }),

  comparisons: async () => ({
    items: COMPARISONS.map(({ name, label, types, operand }) => ({ name, label, types: [...types], operand })),
  }),

  async sampleEnrichment({ params, query }, { db }) {
    return sampleEnrichment(db, params.platform, query.summary === '1')
  },

  autocompleteTransaction: withTerm(transactionValues),
  autocompleteEnrichment: withTerm(enrichmentValues),
  autocompleteContract: withTerm(contractValues),
  transactionValues: withTerm(transactionValues),
  enrichmentValues: withTerm(enrichmentValues),
  contractValues: withTerm(contractValues),
})
