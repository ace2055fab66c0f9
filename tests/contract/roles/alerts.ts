import type { MadeCase, World } from '#tests/support/world.ts'
import { note, platform, type Rows } from './row.ts'

const byAlert = (one: MadeCase) => ({ params: { alertId: one.alertIds[0] } })
const byCustomer = (one: MadeCase, world: World) => ({
  params: { platform, customerId: one.customerId, ruleId: world.rules.limit },
})

export const alerts: Rows = {
  list: { input: (one) => ({ query: { caseId: one.id } }) },
  view: { input: byAlert },
  resolve: { input: (one) => ({ ...byAlert(one), body: { note } }) },
  reject: { input: (one) => ({ ...byAlert(one), body: { note } }) },
  attach: { input: (one) => ({ ...byAlert(one), body: { file: new File(['x'], 'x.txt') } }) },
  file: {
    input: async (one, world) => ({
      params: { ...byAlert(one).params, fileId: await world.addFile({ alertId: one.alertIds[0] }) },
    }),
  },
  byRule: { input: byCustomer },
  summary: { input: byCustomer },
}
