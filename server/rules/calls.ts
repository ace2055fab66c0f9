/** Monitoring rules: the list, one and its revisions, what may be written, and what the editor asks for. */
import type { Parsed } from '#contract/call.ts'
import type { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { aboutHeader, type Context, type Handlers } from '#server/core/context.ts'
import { etagOf, matchedVersion } from '#server/core/etag.ts'
import { Refusal } from '#server/core/refusal.ts'
import { COMPARISONS } from '#server/monitoring/filter/comparisons.ts'
import { ruleInfosOf } from '#server/monitoring/rule-types/rule-type-definitions.ts'
import { shadowOf } from '#server/monitoring/shadow.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { backtestCalls } from './backtest-calls.ts'
import { evidenceOf, type Rationale } from './evidence.ts'
import { ruleStatistics } from './statistics.ts'
import { missing, procedureCalls } from './procedure-calls.ts'
import { listProposals } from './proposal-queries.ts'
import {
  approveProposal,
  proposeChange,
  proposeClone,
  proposeDelete,
  proposeRule,
  proposeStage,
  returnProposal,
} from './proposals.ts'
import { findRevision, findRule, listRules, revisionsOf } from './queries.ts'
import { addRule, changeRule, cloneRule, deleteRule, setStage } from './rule-writer.ts'
import { contractValues, enrichmentValues, sampleEnrichment, transactionValues } from './filter-values.ts'

/** True if what is done to rules counts once another person has approved it. */
const isReviewed = ({ config }: Context) => config.fourEyes.includes('rules')

interface Given {
  reason?: string | undefined
  backtest?: string | undefined
}

/** The reason for a change. Catalogue callers cannot send one. */
async function rationaleOf(
  { db, platform, config }: Context,
  { reason, backtest: uuid }: Given,
  { ruleId, body, place = '' }: { ruleId: string | null; body?: RuleBody; place?: string },
): Promise<Rationale> {
  const tried = { ruleId, place: `${place}backtest`, ...(body && { body }) }
  return {
    reason: reason ?? (config.catalogueOnly ? '' : null),
    evidence: uuid === undefined ? null : await evidenceOf(db, platform, { uuid, ...tried }),
  }
}

type Autocomplete = Parsed<typeof rules.autocompleteTransaction>['params']
const withTerm =
  (values: typeof transactionValues) =>
  ({ params }: { params: Omit<Autocomplete, 'term'> & { term?: string } }, { db }: Context) =>
    values(db, params.platform, params.fieldName, params.term ?? '')

export const rulesCalls = (queue: TaskQueue): Handlers<typeof rules> => ({
  ...backtestCalls(queue),
  ...procedureCalls,

  async list({ query }, { db, platform }) {
    const { page = 1, pageSize = PAGE_SIZES.rules, platform: named = platform, shortResponse, ...filter } = query
    if (pageSize > PAGE_SIZES.rules) throw new Refusal(400, `pageSize: at most ${PAGE_SIZES.rules}`)
    return listRules(db, named, filter, { page, pageSize }, shortResponse === 'true')
  },

  async create({ body: { reason, backtest, ...body } }, context) {
    aboutHeader(context, body.platform)
    const act = isReviewed(context) ? proposeRule : addRule
    const rationale = await rationaleOf(context, { reason, backtest }, { ruleId: null, body })
    return context.db.transaction().execute((tx) => act(tx, context, body, { rationale }))
  },

  async view({ params }, { db, platform }) {
    const rule = await findRule(db, [platform], params.ruleId)
    if (!rule) throw missing('rule', params.ruleId)
    // for `If-Match` alone: a proposal, a stage and a deletion make no revision
    return Response.json(rule, { headers: { etag: etagOf('rule', { id: rule.id, version: rule.revisionId }) } })
  },

  async change({ params: { ruleId }, body }, context) {
    const act = isReviewed(context) ? proposeChange : changeRule
    const matched = matchedVersion(context.request, 'rule')
    const { reason, backtest, ...rule } = body.rule
    const rationale = await rationaleOf(context, { reason, backtest }, { ruleId, body: rule, place: 'rule.' })
    return context.db.transaction().execute((tx) => act(tx, context, ruleId, rule, { matched, rationale }))
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

  async setStage({ params: { ruleId }, body: { stage, ...given } }, context) {
    const act = isReviewed(context) ? proposeStage : setStage
    const matched = matchedVersion(context.request, 'rule')
    const rationale = await rationaleOf(context, given, { ruleId })
    return context.db.transaction().execute((tx) => act(tx, context, ruleId, stage, { matched, rationale }))
  },

  async shadow({ params }, { db, platform }) {
    const rule = await findRule(db, [platform], params.ruleId)
    if (!rule) throw missing('rule', params.ruleId)
    return shadowOf(db, rule)
  },

  async figures(_, { db, platform, now }) {
    return { items: await ruleStatistics(db, platform, now()) }
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
