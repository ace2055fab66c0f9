/** The team of a platform as its managers see it: who has how much, and who is away (ours). */
import * as z from 'zod/mini'
import { WORK_QUEUES } from '#contract/model/values.ts'
import { person, stamp } from '#contract/model/common.ts'
import { exclusion } from './exclusion.ts'
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

/** Everything that waits for somebody; sanctions hits and tickets have no due date. */
export const LOAD_QUEUES = ['case', 'accountAlert', 'sanctionsHit', 'form', 'ticket'] as const
export type LoadQueue = (typeof LOAD_QUEUES)[number]

export const LOAD_QUEUE_LABELS: Readonly<Record<LoadQueue, string>> = {
  case: 'Cases',
  accountAlert: 'Account alerts',
  sanctionsHit: 'Sanctions hits',
  form: 'SAR and EDD forms',
  ticket: 'Tickets',
}

/** How a due date is counted, as one sentence for everybody who reads such a number. */
export const DUE_NOTE =
  'Breached and due soon count by the due date: of cases and account alerts in the platform’s business hours, of a SAR 30 calendar days after detection. A case may be marked Overdue beside it: new for over 24 hours by the clock.'

const queueLoad = z.object({
  open: z.number(),
  /** Past the due date, and about to be. */
  breached: z.number(),
  dueSoon: z.number(),
})
export type QueueLoad = z.infer<typeof queueLoad>

/** Open work by queue; hard stops and the oldest are of cases. */
const load = z.object({
  queues: z.record(z.enum(LOAD_QUEUES), queueLoad),
  hardStops: z.number(),
  oldest: z.nullable(stamp),
})

/** The levels that a manager entered; other areas are absent. */
export const enteredSkill = z.object({ area: z.enum(SKILL_AREAS), level: z.literal(SKILL_LEVELS) })
export type EnteredSkill = z.infer<typeof enteredSkill>

export const memberLoad = z.extend(load, {
  person,
  roles: z.array(z.string()),
  /** The queues whose work they are dealt, by the roster or, without an entry there, by role. */
  worksOn: z.array(z.enum(WORK_QUEUES)),
  isOnRoster: z.boolean(),
  exclusions: z.array(exclusion),
  /** False for somebody who holds work and can no longer work here. */
  isHere: z.boolean(),
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

/** The planned assignment of one case or account alert. */
export const assignment = z.object({ id: z.string(), from: z.nullable(person), to: person })
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

/** The maximum number of cases or account alerts in one distribution. */
export const SPREAD_MAX = 2000
