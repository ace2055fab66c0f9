/** The team of a platform as its managers see it: who has how much, and who is away (ours). */
import * as z from 'zod/mini'
import { person, stamp } from './common.ts'
import { SKILL_AREAS, SKILL_LEVELS } from './skills.ts'

/** Both days included. */
export const absence = z.object({
  id: z.string(),
  person,
  from: z.string(),
  to: z.string(),
  /** The deputy; null for nobody in particular. */
  cover: z.nullable(person),
})
export type Absence = z.infer<typeof absence>

/** The amount of open work. */
const load = z.object({
  open: z.number(),
  /** New for more than 24 hours. */
  overdue: z.number(),
  /** Past the due date that the platform's hours give it, and about to be. */
  breached: z.number(),
  dueSoon: z.number(),
  hardStops: z.number(),
  oldest: z.nullable(stamp),
})

/** The levels that a manager entered; other areas are absent. */
export const enteredSkill = z.object({ area: z.enum(SKILL_AREAS), level: z.literal(SKILL_LEVELS) })
export type EnteredSkill = z.infer<typeof enteredSkill>

export const memberLoad = z.extend(load, {
  person,
  roles: z.array(z.string()),
  /** Alerts decided since midnight, UTC. */
  decidedToday: z.number(),
  lastDecision: z.nullable(stamp),
  /** The present one, or the next. */
  absence: z.nullable(absence),
  isAbsent: z.boolean(),
  skills: z.array(enteredSkill),
})
export type MemberLoad = z.infer<typeof memberLoad>

export const teamLoad = z.object({ unassigned: load, members: z.array(memberLoad) })
export type TeamLoad = z.infer<typeof teamLoad>

/** The planned assignment of one case. */
export const assignment = z.object({ caseId: z.string(), from: z.nullable(person), to: person })
export type Assignment = z.infer<typeof assignment>

/** The planned additions of one person. */
export const receiver = z.object({
  person,
  before: z.number(),
  after: z.number(),
  gets: z.number(),
  from: z.array(z.object({ person: z.nullable(person), count: z.number() })),
  /** The number assigned by an entered skill, and by earlier decisions on the rule. */
  bySkill: z.object({ entered: z.number(), practice: z.number() }),
})
export type PlannedReceiver = z.infer<typeof receiver>

/** The maximum number of cases in one distribution. */
export const SPREAD_MAX = 2000
