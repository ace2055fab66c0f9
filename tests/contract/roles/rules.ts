import { randomUUID } from 'node:crypto'
import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { byCase, byPlatform, RULE_WRITERS, nothing, platform, type Rows } from './row.ts'

const body = {
  name: 'Large',
  description: '',
  platform,
  type: 'transaction',
  criteria: { limit_transaction: { limit: '9000' } },
  options: { action: 'alert', trigger_event: 'transaction' },
}

/** A rule of its own for every way in, for what can be done once. */
export async function freshRule({ db }: World): Promise<{ id: string; revision: string }> {
  const { type: area, criteria, options, ...rest } = body
  const json = { criteria: JSON.stringify(criteria), options: JSON.stringify(options), author: 'manager' }
  const { id } = await db
    .insertInto('rule')
    .values({ ...rest, ...json, area: area as 'transaction', type: 'limit_transaction', updated_at: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name, description } = body
  const revision = await db
    .insertInto('rule_revision')
    .values({ ...json, rule_id: id, name, description, at: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('rule').set({ revision_id: revision.id }).where('id', '=', id).execute()
  return { id, revision: revision.id }
}

const byRule = (_: MadeCase, world: World) => ({ params: { ruleId: world.rules.limit } })
const byAlert = (one: MadeCase) => ({ params: { alertId: one.alertIds[0] } })
const onVelocity = { alerts: [{ rule: 'velocity' }] } as const
/** A backtest of the account's that runs; a person has one at a time. */
async function byBacktest(_: MadeCase, { db }: World, author: string) {
  await endBacktests(db)
  const uuid = randomUUID()
  const common = { allowlist_id: null, version_id: null, status: 'Processing', message: null, ended_at: null } as const
  const task = { ...common, uuid, platform, kind: 'rule-backtest', author, created_at: NOON }
  await db.insertInto('task').values(task).execute()
  await db
    .insertInto('backtest')
    .values({ task: uuid, rule_id: null, draft: JSON.stringify(body), days: 30 })
    .execute()
  return { params: { uuid } }
}
const endBacktests = (db: World['db']) =>
  db.updateTable('task').set({ status: 'Canceled' }).where('status', '=', 'Processing').execute()

/** A rule that somebody wants in shadow, who decides on nothing here. */
const byProposal = (more: object) => async (_: MadeCase, world: World) => {
  const { id: rule_id, revision: revision_id } = await freshRule(world)
  const act = { kind: 'stage', body: JSON.stringify({ stage: 'shadow' }), author: 'docadmin', at: NOON } as const
  const undecided = { decided_by: null, decided_at: null, note: null }
  const { id: proposalId } = await world.db
    .insertInto('rule_proposal')
    .values({ ...act, ...undecided, platform, rule_id, revision_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { proposalId }, body: more }
}
const reason = 'Too many false positives.'
const ofField = (fieldName: string) => () => ({ params: { platform, fieldName, term: 'northwind' } })

export const rules: Rows = {
  list: { input: nothing },
  create: { input: () => ({ body }), who: RULE_WRITERS },
  view: { input: byRule },
  change: {
    input: async (_, world) => ({
      params: { ruleId: (await freshRule(world)).id },
      body: { rule: { ...body, reason } },
    }),
    who: RULE_WRITERS,
  },
  delete: { input: async (_, world) => ({ params: { ruleId: (await freshRule(world)).id } }), who: RULE_WRITERS },
  revisions: { input: byRule },
  revision: { input: async (_, world) => ({ params: { revisionId: (await freshRule(world)).revision } }) },
  info: { input: () => ({ params: { ruleType: 'transaction' } }) },
  clone: {
    input: async (_, world) => ({ body: { ruleId: (await freshRule(world)).id, platform: 'paydek' } }),
    who: { ...RULE_WRITERS, 'analyst-px': 403 },
  },
  validateProcedures: { input: byCase, on: onVelocity },
  accountAlertProcedures: {
    input: async (one, { db }) => {
      const [id = ''] = one.alertIds
      await db.updateTable('alert').set({ kind: 'account', case_id: null }).where('id', '=', id).execute()
      return byAlert(one)
    },
  },
  alertProcedures: { input: byAlert, on: onVelocity },
  markProcedure: {
    input: (one) => ({ params: { ...byAlert(one).params, procedureId: 'call' }, body: { done: true } }),
    on: onVelocity,
  },
  setStage: {
    input: async (_, world) => ({ params: { ruleId: (await freshRule(world)).id }, body: { stage: 'shadow', reason } }),
    who: RULE_WRITERS,
  },
  shadow: { input: byRule },
  figures: { input: nothing },
  backtest: {
    input: async (_, { db }) => {
      await endBacktests(db)
      return { body: { rule: body, days: 30 } }
    },
    who: RULE_WRITERS,
  },
  backtestView: { input: byBacktest },
  cancelBacktest: {
    input: byBacktest,
    who: RULE_WRITERS,
    ofAnother: { of: 'manager', as: 'admin', status: 403 },
  },
  proposals: { input: nothing },
  approve: { input: byProposal({}), who: RULE_WRITERS },
  return: { input: byProposal({ note: 'No.' }), who: RULE_WRITERS },
  criteria: { input: nothing },
  scheduleCriteria: { input: nothing },
  comparisons: { input: nothing },
  sampleEnrichment: { input: byPlatform },
  autocompleteTransaction: { input: ofField('counterPartyName') },
  autocompleteEnrichment: { input: ofField('customerName') },
  autocompleteContract: { input: ofField('contractType') },
  contractValues: { input: ofField('contractType') },
  transactionValues: { input: ofField('counterPartyName') },
  enrichmentValues: { input: ofField('customerName') },
}
