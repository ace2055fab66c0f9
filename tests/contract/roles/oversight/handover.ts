import { nothing, platform, RULE_WRITERS, type Rows } from '../row.ts'
import type { Handover } from '#contract/model/handover.ts'
import { NOON } from '#tests/support/world.ts'

const who = RULE_WRITERS
const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const noWork = { open: 0, overdue: 0 }
const brief: Handover['brief'] = {
  from: at,
  to: at,
  came: { cases: 0, alerts: 0, rules: [] },
  went: { cases: 0, strs: 0, decisions: 0, people: [] },
  waits: {
    open: 0,
    unassigned: 0,
    awaiting: 0,
    hardStops: 0,
    approvals: 0,
    findings: 0,
    overdue: 0,
    dueSoon: 0,
    dueFirst: [],
    accountAlerts: noWork,
    sanctionsHits: noWork,
    forms: noWork,
    tickets: noWork,
    formsDue: [],
  },
  unusual: [],
  isComparable: false,
}

export const handover: Rows = {
  list: { input: nothing, who },
  write: { input: () => ({ body: { hours: 8 } }), who },
  mail: {
    who,
    input: async (_, { db }) => {
      const { id } = await db
        .insertInto('handover')
        .values({ platform, author: 'manager', at: NOON, brief: JSON.stringify(brief) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { handoverId: id }, body: { to: ['analyst'] } }
    },
  },
}
