import type { MadeCase, World } from '#tests/support/world.ts'
import { everybody, note, platform, type Rows } from './row.ts'

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
    input: (one) => ({ params: { ...byAlert(one).params, fileId: '00000000-0000-4000-8000-000000000000' } }),
    // there is no such file, and only those who may look are told
    who: everybody(404),
  },
  allowlists: { input: byAlert },
  byRule: { input: byCustomer },
  summary: { input: byCustomer },
}
