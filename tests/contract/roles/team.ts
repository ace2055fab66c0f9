import { DEFAULT_BUSINESS_HOURS } from '#contract/model/business-hours/policy.ts'
import { NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { ADMINISTRATORS, nothing, platform, RULE_WRITERS, type Rows } from './row.ts'

const who = RULE_WRITERS

/** Somebody is away once at a time. */
const forget = ({ db }: World) => db.deleteFrom('staff_absence').execute()
const away = { account: 'analyst2', from_day: '2026-03-10', to_day: '2026-03-12', cover: null, author: 'manager' }
const excluded = { scope: 'customer', value: '200', reason: 'A relative.' } as const

export const team: Rows = {
  load: { input: nothing, who },
  overview: { input: nothing, who },
  work: { input: nothing, who },
  planSpread: { input: (one) => ({ body: { queue: 'case', ids: [one.id], to: ['analyst'], way: 'even' } }), who },
  spread: {
    input: (one) => ({ body: { queue: 'case', assignments: [{ id: one.id, from: null, to: 'analyst' }] } }),
    who,
  },
  setSkill: {
    input: async (_, { db }) => {
      await db.deleteFrom('staff_skill').execute()
      return { body: { person: 'analyst2', area: 'amounts', level: 2, was: 0 } }
    },
    who,
  },
  setRoster: {
    input: async (_, { db }) => {
      await db.deleteFrom('staff_roster').execute()
      return { body: { person: 'analyst2', queues: ['case'], was: null } }
    },
    who,
  },
  addExclusion: {
    input: async (_, { db }) => {
      await db.deleteFrom('staff_exclusion').execute()
      return { body: { ...excluded, person: 'analyst2' } }
    },
    who,
  },
  endExclusion: {
    input: async (_, { db }) => {
      await db.deleteFrom('staff_exclusion').execute()
      const row = { platform, at: NOON, ...excluded, account: 'analyst2', author: 'manager' }
      const { id } = await db.insertInto('staff_exclusion').values(row).returning('id').executeTakeFirstOrThrow()
      return { params: { exclusionId: id } }
    },
    who,
  },
  autoAssign: { input: nothing, who },
  planAuto: { input: () => ({ body: { queue: 'case', way: 'load', most: 100 } }), who },
  addAbsence: {
    input: async (_, world) => {
      await forget(world)
      return { body: { person: 'analyst2', from: '2026-03-10', to: '2026-03-12', cover: null } }
    },
    who,
  },
  endAbsence: {
    input: async (_: MadeCase, world) => {
      await forget(world)
      const row = { platform, at: NOON, ...away }
      const { id } = await world.db.insertInto('staff_absence').values(row).returning('id').executeTakeFirstOrThrow()
      return { params: { absenceId: id } }
    },
    who,
  },
}

export const businessHours: Rows = {
  policy: { input: nothing },
  savePolicy: {
    input: async (_, { db }) => {
      await db.deleteFrom('business_hours').execute()
      return { body: { policy: DEFAULT_BUSINESS_HOURS, version: 0, reason: 'Winter.' } }
    },
    who: ADMINISTRATORS,
  },
  preview: { input: () => ({ body: { policy: DEFAULT_BUSINESS_HOURS } }), who },
  history: { input: nothing, who },
}
