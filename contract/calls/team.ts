/** Managers' calls on their team: workload, distribution, absence (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { caseItem } from '#contract/model/cases/case.ts'
import { WORK_QUEUES } from '#contract/model/business-hours/policy.ts'
import { SKILL_AREAS, SKILL_LEVELS } from '#contract/model/skills.ts'
import { SPREAD_WAYS } from '#contract/model/spread.ts'
import { absence, assignment, receiver, SPREAD_MAX, teamLoad } from '#contract/model/team.ts'

const id = z.string().check(z.minLength(1), z.maxLength(100))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD'))

/** `way` null where nothing is given out by itself; `most` is open work of a person in the queue. */
const autoPolicy = z.object({ way: z.nullable(z.enum(SPREAD_WAYS)), most: z.number() })
/** The most that can be open with a person by policy. */
export const AUTO_MOST = 10_000

export const team = {
  /** The open work by person, and unassigned work. */
  load: call('GET', '/management/team/load', { roles: MANAGERS, ours: true, reply: teamLoad }),
  /** The oldest open cases of a person; without `person`, unassigned ones. */
  work: call('GET', '/management/team/work', {
    roles: MANAGERS,
    ours: true,
    query: { person: z.optional(z.string()) },
    reply: z.object({ items: z.array(caseItem) }),
  }),
  /** The planned distribution; nothing is written. */
  planSpread: call('POST', '/management/team/spread/plan', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      /** These cases, or all open ones of a person, or, with neither, the unassigned ones. */
      caseIds: z.optional(z.array(id).check(z.maxLength(SPREAD_MAX))),
      person: z.optional(id),
      to: z.array(id).check(z.minLength(1), z.maxLength(200)),
      way: z.enum(SPREAD_WAYS),
    }),
    reply: z.object({
      assignments: z.array(assignment),
      /** By receiver: the workload before and after, and its origin. */
      receivers: z.array(receiver),
      /** Cases that are closed, or already assigned to the planned receiver. */
      unchanged: z.number(),
      /** There are more cases than one distribution takes. */
      isCut: z.boolean(),
    }),
  }),
  /** Assigns as planned, except for cases that somebody else took or closed meanwhile. */
  spread: call('POST', '/management/team/spread', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      assignments: z.array(z.object({ caseId: id, from: z.nullable(id), to: id })).check(z.maxLength(SPREAD_MAX)),
    }),
    reply: z.object({ message: z.string(), assigned: z.number(), skipped: z.array(id) }),
    notice: 'SAVE',
  }),
  /** Sets a person's skill; level 0 removes it. 409 if it is no longer `was`. */
  setSkill: call('PATCH', '/management/team/skills', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      person: id,
      area: z.enum(SKILL_AREAS),
      level: z.literal(SKILL_LEVELS),
      was: z.literal(SKILL_LEVELS),
    }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
  /** The policies of auto-assignment that hold, by queue. */
  autoAssign: call('GET', '/management/team/auto', {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ case: autoPolicy, accountAlert: autoPolicy, reassignsAbsent: z.boolean() }),
  }),
  /** A dry run of auto-assignment with such a policy; nothing is written. */
  planAuto: call('POST', '/management/team/auto/plan', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      queue: z.enum(WORK_QUEUES),
      way: z.enum(SPREAD_WAYS),
      most: z.number().check(z.int(), z.minimum(1), z.maximum(AUTO_MOST)),
    }),
    reply: z.object({
      /** Unassigned work and, with reassignment, work of absent people. */
      waiting: z.number(),
      /** The number of arrivals in the last 24 hours. */
      lastDay: z.number(),
      /** The number that would stay unassigned, since nobody is present or everybody has the maximum. */
      left: z.number(),
      receivers: z.array(receiver),
      /** There is more than is given out at a time. */
      isCut: z.boolean(),
    }),
  }),
  addAbsence: call('POST', '/management/team/absence', {
    roles: MANAGERS,
    ours: true,
    body: z.object({ person: id, from: day, to: day, cover: z.nullable(id) }),
    reply: absence,
    notice: 'SAVE',
  }),
  endAbsence: call('DELETE', '/management/team/absence/{absenceId}', {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ message: z.string() }),
    notice: 'Delete',
  }),
}
