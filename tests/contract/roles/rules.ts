import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { byCase, byPlatform, everybody, RULE_WRITERS, nothing, platform, type Rows } from './row.ts'

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
const byTask = () => ({ params: { uuid: '00000000-0000-4000-8000-000000000000' } })
const toWriters = (status: number) =>
  Object.fromEntries(Object.entries(RULE_WRITERS).map(([way, one]) => [way, one === 200 ? status : one]))
const ofField = (fieldName: string) => () => ({ params: { platform, fieldName, term: 'northwind' } })

export const rules: Rows = {
  list: { input: nothing },
  create: { input: () => ({ body }), who: RULE_WRITERS },
  view: { input: byRule },
  change: {
    input: async (_, world) => ({ params: { ruleId: (await freshRule(world)).id }, body: { rule: body } }),
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
    input: async (_, world) => ({ params: { ruleId: (await freshRule(world)).id }, body: { stage: 'shadow' } }),
    who: RULE_WRITERS,
  },
  shadow: { input: byRule },
  backtest: {
    // one of a person at a time
    input: async (_, { db }) => {
      await db.updateTable('task').set({ status: 'Canceled' }).where('status', '=', 'Processing').execute()
      return { body: { rule: body, days: 30 } }
    },
    who: RULE_WRITERS,
  },
  // there is none, and only those who may ask are told
  backtestView: { input: byTask, who: everybody(404) },
  cancelBacktest: { input: byTask, who: toWriters(404) },
  proposals: { input: nothing },
  approve: { input: () => ({ params: { proposalId: '404404' }, body: {} }), who: toWriters(404) },
  return: { input: () => ({ params: { proposalId: '404404' }, body: { note: 'No.' } }), who: toWriters(404) },
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
