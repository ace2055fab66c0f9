import type { World } from '#tests/support/world.ts'
import { nothing, platform, RULE_WRITERS, type Rows } from './row.ts'
import { freshRule } from './rules.ts'

const common = {
  name: 'Payroll',
  comment: 'Agreed with the customer.',
  ignoreCriteria: true,
  ruleCriteria: {},
  startDate: '2026-01-01',
  endDate: null,
}
const bodyOn = (ruleId: string) => ({ ...common, platform, ruleId, customerType: 'personal' })

/** An allowlist on a rule of its own. */
export async function freshAllowlist(world: World) {
  const { db } = world
  const { id: ruleId } = await freshRule(world)
  const { id } = await db
    .insertInto('allowlist')
    .values({ platform, rule_id: ruleId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await db
    .insertInto('allowlist_version')
    .values({
      allowlist_id: id,
      name: common.name,
      comment: '',
      customer_type: 'personal',
      customer_id: null,
      ignore_criteria: true,
      start_date: common.startDate,
      end_date: null,
      rule_criteria: '{}',
      report_criteria: null,
      filter_groups: '[]',
      author: 'manager',
      at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('allowlist').set({ version_id: version.id }).where('id', '=', id).execute()
  return { id, ruleId, versionId: version.id }
}

const byId = async (_: unknown, world: World) => ({ params: { id: (await freshAllowlist(world)).id } })

export const allowlists: Rows = {
  list: { input: nothing },
  create: { input: async (_, world) => ({ body: bodyOn((await freshRule(world)).id) }), who: RULE_WRITERS },
  change: {
    input: async (_, world) => {
      const { id, ruleId } = await freshAllowlist(world)
      return { body: { ...bodyOn(ruleId), id } }
    },
    who: RULE_WRITERS,
  },
  delete: { input: byId, who: RULE_WRITERS },
  view: { input: byId },
  version: { input: async (_, world) => ({ params: { id: (await freshAllowlist(world)).versionId } }) },
  history: { input: byId },
  dryRun: { input: async (_, world) => ({ body: bodyOn((await freshRule(world)).id) }), who: RULE_WRITERS },
  coveredAlerts: { input: async (_, world) => ({ params: { versionId: (await freshAllowlist(world)).versionId } }) },
  resolveAlerts: {
    input: async (_, world) => ({ params: { versionId: (await freshAllowlist(world)).versionId } }),
    who: RULE_WRITERS,
  },
  remainingAlerts: { input: nothing },
  suggestion: { input: (one) => ({ params: { alertId: one.alertIds[0] } }) },
  onAlert: { input: (one) => ({ params: { alertId: one.alertIds[0] } }) },
  transactionFilters: { input: nothing },
  transactionFiltersExtended: { input: nothing },
  contractFiltersExtended: { input: nothing },
  customerFilters: { input: nothing },
  customerScheduleFilters: { input: nothing },
  ruleFilters: { input: (_, world) => ({ params: { ruleId: world.rules.limit } }) },
}
