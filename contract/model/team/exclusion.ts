/** Who is dealt work on a platform: the roster of its queues, and what a person is excluded from (ours). */
import * as z from 'zod/mini'
import { EXCLUSION_SCOPES, WORK_QUEUES, type WorkQueue, type Role } from '#contract/model/values.ts'
import { person, stamp } from '#contract/model/common.ts'

export const WORK_QUEUE_LABELS: Readonly<Record<WorkQueue, string>> = {
  case: 'Cases',
  accountAlert: 'Account alerts',
}

/** Roles whose holders do other work; the roster can put them on a queue. */
const OTHER_WORK: readonly Role[] = ['document_admin', 'admin', 'super_admin']

/** The queues of a person without an entry on the roster: all for analysts, none for administrators of any kind. */
export function queuesByRole(roles: readonly Role[]): readonly WorkQueue[] {
  return roles.includes('analyst') && !roles.some((role) => OTHER_WORK.includes(role)) ? WORK_QUEUES : []
}

export const exclusion = z.object({
  id: z.string(),
  scope: z.enum(EXCLUSION_SCOPES),
  /** The customer's id, the type of rule or the queue. */
  value: z.string(),
  reason: z.string(),
  by: person,
  at: stamp,
})
export type Exclusion = z.infer<typeof exclusion>

/** The properties of work that exclusions are matched against. */
export interface AssignedWork {
  queue: WorkQueue
  customerId: string
  ruleTypes: readonly string[]
}

/** The first exclusion that keeps a person from the work; undefined where none does. */
export function exclusionFrom<E extends Pick<Exclusion, 'scope' | 'value'>>(
  exclusions: readonly E[],
  { queue, customerId, ruleTypes }: AssignedWork,
): E | undefined {
  return exclusions.find(({ scope, value }) => {
    if (scope === 'queue') return value === queue
    return scope === 'customer' ? value === customerId : ruleTypes.includes(value)
  })
}
