import type { MadeCase, World } from '#tests/support/world.ts'
import { MANAGERS, note, nothing, platform, type Rows } from './row.ts'

const onAlert = (more: (alert: { id: string }) => object) => async (_: MadeCase, world: World) =>
  more(await world.addAccountAlert())
const byRule = (more: object) => async (_: MadeCase, world: World) => {
  const { customerId, ruleId } = await world.addAccountAlert()
  return { params: { platform, customerId, ruleId, managerId: 'analyst-px' }, ...more }
}

export const accountAlerts: Rows = {
  queue: { input: nothing },
  active: { input: byRule({}) },
  summary: { input: byRule({}) },
  changeStatus: {
    input: onAlert(({ id }) => ({ params: { alertId: id, status: 'resolved' }, body: { note, sar: 1 } })),
  },
  changeStatusBatch: {
    input: onAlert(({ id }) => ({
      params: { status: 'await', platform, customerId: '100' },
      body: { alertIds: [id] },
    })),
  },
  addComment: { input: onAlert(({ id }) => ({ params: { alertId: id }, body: { note } })) },
  // to somebody else, but for analyst-px, who takes it
  assign: { input: onAlert(({ id }) => ({ params: { alertId: id, managerId: 'analyst-px' } })), who: MANAGERS },
  assignByRule: { input: byRule({}), who: MANAGERS },
  // nobody is assigned
  release: { input: onAlert(({ id }) => ({ params: { alertId: id } })) },
  // a manager escalates to another one
  escalate: {
    input: async (_, world, account) => ({
      params: { alertId: (await world.addAccountAlert()).id },
      body: { note, manager: { id: account === 'manager' ? 'admin' : 'manager', name: '' } },
    }),
  },
  resolve: { input: onAlert(({ id }) => ({ params: { alertId: id }, body: { note } })) },
  resolveByRule: { input: byRule({ body: { note } }) },
}
