/** Counts for the platform dropdown and the dashboard (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'

const counts = z.object({ items: z.array(z.object({ key: z.string(), label: z.string(), count: z.number() })) })
const path = '/management/metrics'

export const metrics = {
  alert: call('GET', `${path}/alert/{platform}`, { roles: 'everybody', reply: counts }),
  cases: call('GET', `${path}/cases/{platform}`, {
    roles: 'everybody',
    reply: z.extend(counts, { activeCases: z.number() }),
  }),
  casesByManagers: call('GET', `${path}/casesByManagers/{platform}`, { roles: 'everybody', reply: counts }),
  alertByRules: call('GET', `${path}/alertByRules/{platform}`, { roles: 'everybody', reply: counts }),
  platform: call('GET', `${path}/platform/{platform}`, {
    roles: 'everybody',
    reply: z.object({ activeAlerts: z.number(), activeCases: z.number() }),
  }),
  accountAlert: call('GET', `${path}/account-alert/{platform}`, { roles: 'everybody', reply: counts }),
  /** The dashboard's two, whose paths the specification does not give (docs/design/specification.md#calls). */
  newCases: call('GET', `${path}/new-cases/{platform}`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(z.object({ day: z.string(), count: z.number() })) }),
  }),
  newCustomersByRule: call('GET', `${path}/new-customers-by-rule/{platform}`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: counts,
  }),
}
