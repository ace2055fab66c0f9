/** Managers' calls on their team: workload, distribution, absence (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { person, stamp } from '#contract/model/common.ts'
import { APPROVAL_KINDS, EXCLUSION_SCOPES, WORK_QUEUES } from '#contract/model/values.ts'
import { caseItem } from '#contract/model/cases/case.ts'
import { SKILL_AREAS, SKILL_LEVELS } from '#contract/model/team/skills.ts'
import { SPREAD_WAYS } from '#contract/model/team/spread.ts'
import { absence, assignment, receiver, SPREAD_MAX, teamLoad } from '#contract/model/team/team.ts'

const id = z.string().check(z.minLength(1), z.maxLength(100))
const queues = z.nullable(z.array(z.enum(WORK_QUEUES)).check(z.maxLength(WORK_QUEUES.length)))
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, YYYY-MM-DD'))

/** `way` null where nothing is given out by itself; `most` is open work of a person in the queue. */
const autoPolicy = z.object({ way: z.nullable(z.enum(SPREAD_WAYS)), most: z.number() })
/** The last run by policy: when, what it assigned, what nobody has since, and when it last assigned anything. */
const autoRun = z.object({
  at: stamp,
  assigned: z.number(),
  unassigned: z.number(),
  lastAssigned: z.nullable(stamp),
})
/** The most that can be open with a person by policy. */
export const AUTO_MOST = 10_000

export const team = {
  /** The open work by person, and unassigned work. */
  load: call('GET', '/management/team/load', { roles: MANAGERS, ours: true, reply: teamLoad }),
  /**
   * The team's pending work beside its load: approvals by kind, escalations, quality, absences, auto-assignment's last
   * runs, tickets.
   */
  overview: call('GET', '/management/team/overview', {
    roles: MANAGERS,
    ours: true,
    reply: z.object({
      approvals: z.array(z.object({ kind: z.enum(APPROVAL_KINDS), count: z.number() })),
      /** Open work that is with the manager it was escalated to, by queue and manager. */
      escalated: z.array(z.object({ queue: z.enum(WORK_QUEUES), manager: person, count: z.number() })),
      /** Findings that wait for an answer, findings with one, and reviews that nobody made yet. */
      quality: z.object({ open: z.number(), answered: z.number(), unread: z.number() }),
      absences: z.array(absence),
      /** By queue; null before the first run. */
      auto: z.object({ case: z.nullable(autoRun), accountAlert: z.nullable(autoRun) }),
      /** Those that wait for us, the oldest first; a ticket is read on its client. */
      tickets: z.array(z.object({ id: z.string(), subject: z.string(), customerId: z.string(), at: stamp })),
    }),
  }),
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
      queue: z.enum(WORK_QUEUES),
      /** These, or all open ones of a person, or, with neither, the unassigned ones. */
      ids: z.optional(z.array(id).check(z.maxLength(SPREAD_MAX))),
      person: z.optional(id),
      to: z.array(id).check(z.minLength(1), z.maxLength(200)),
      way: z.enum(SPREAD_WAYS),
    }),
    reply: z.object({
      assignments: z.array(assignment),
      /** By receiver: the workload before and after, and its origin. */
      receivers: z.array(receiver),
      /** Those that are closed, or already assigned to the planned receiver. */
      unchanged: z.number(),
      /** Those from which every receiver is excluded. */
      excluded: z.number(),
      /** There are more than one distribution takes. */
      isCut: z.boolean(),
    }),
  }),
  /** Assigns as planned, except for what somebody else took or closed meanwhile. */
  spread: call('POST', '/management/team/spread', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      queue: z.enum(WORK_QUEUES),
      assignments: z.array(z.object({ id, from: z.nullable(id), to: id })).check(z.maxLength(SPREAD_MAX)),
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
  /** Puts a person on queues; null leaves the queues to the role. 409 if the roster is no longer `was`. */
  setRoster: call('PATCH', '/management/team/roster', {
    roles: MANAGERS,
    ours: true,
    body: z.object({ person: id, queues, was: queues }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
  /** Excludes a person from new work of a customer, a type of rule or a queue. */
  addExclusion: call('POST', '/management/team/exclusion', {
    roles: MANAGERS,
    ours: true,
    body: z.object({
      person: id,
      scope: z.enum(EXCLUSION_SCOPES),
      value: id,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    }),
    reply: z.object({ message: z.string() }),
    notice: 'SAVE',
  }),
  endExclusion: call('DELETE', '/management/team/exclusion/{exclusionId}', {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ message: z.string() }),
    notice: 'Delete',
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
      /** The number that would stay unassigned: nobody is present, everybody has the maximum or is excluded. */
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
