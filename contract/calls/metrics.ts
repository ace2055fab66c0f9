/** Counts for the platform dropdown and the dashboard (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'

const counts = z.object({ items: z.array(z.object({ key: z.string(), label: z.string(), count: z.number() })) })
const path = '/management/metrics'

export const metrics = {
  alert: call('GET', `${path}/alert/{platform}`, { reply: counts }),
  cases: call('GET', `${path}/cases/{platform}`, { reply: z.extend(counts, { activeCases: z.number() }) }),
  casesByManagers: call('GET', `${path}/casesByManagers/{platform}`, { reply: counts }),
  alertByRules: call('GET', `${path}/alertByRules/{platform}`, { reply: counts }),
  platform: call('GET', `${path}/platform/{platform}`, {
    reply: z.object({ activeAlerts: z.number(), activeCases: z.number() }),
  }),
  accountAlert: call('GET', `${path}/account-alert/{platform}`, { reply: counts }),
  /** The dashboard's two, whose paths the specification does not give (docs/design/specification.md#calls). */
  newCases: call('GET', `${path}/new-cases/{platform}`, {
    ours: true,
    reply: z.object({ items: z.array(z.object({ day: z.string(), count: z.number() })) }),
  }),
  newCustomersByRule: call('GET', `${path}/new-customers-by-rule/{platform}`, { ours: true, reply: counts }),
}
