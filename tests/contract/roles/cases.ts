import type { MadeCase } from '#tests/support/world.ts'
import { byCase, MANAGERS, note, nothing, type Rows } from './row.ts'

const byUuid = (one: MadeCase) => ({ params: { caseUuid: one.uuid } })

export const cases: Rows = {
  list: { input: nothing },
  view: { input: byCase },
  await: { input: byUuid },
  renew: { input: byUuid, on: { status: 'await' } },
  flow: { input: byCase },
  rules: { input: byCase },
  similar: { input: byCase },
  note: { input: (one) => ({ ...byCase(one), body: { note } }) },
  recommendStr: { input: (one) => ({ ...byCase(one), body: { note, action: 'reject' } }), on: { alerts: [] } },
  review: { input: (one) => ({ ...byCase(one), body: { on: null } }) },
  assign: {
    input: (one) => ({ params: { caseId: one.id, userId: 'analyst-px' } }),
    // to somebody else, but for analyst-px, who takes it
    who: MANAGERS,
  },
  // nobody is assigned
  release: { input: byCase },
  // a manager escalates to another one
  escalate: {
    input: (one, _, account) => ({
      ...byCase(one),
      body: { note, manager: { id: account === 'manager' ? 'admin' : 'manager', name: '' } },
    }),
  },
  precedent: { input: byCase },
  managers: { input: nothing },
}
