/** Who may be dealt work: the roster of a platform's queues and the exclusions of its people. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { cases } from '#contract/calls/cases/cases.ts'
import { isOpenCase } from '#contract/model/cases/case.ts'
import { toStamp } from '#contract/model/common.ts'
import { exclusionFrom, queuesByRole, type AssignedWork, type Exclusion } from '#contract/model/team/exclusion.ts'
import { type WorkQueue, type Role, CASE_STATUSES } from '#contract/model/values.ts'
import { personOf, type Db } from '#server/store/sql.ts'

export const OPEN_CASES = CASE_STATUSES.filter(isOpenCase)

/** True if account `p` may be given work on the platform; a super administrator has them all. */
export function canWorkOn(platform: string) {
  return sql<boolean>`not p.is_disabled and (${platform} = any(p.platforms) or 'super_admin' = any(p.roles))`
}

const QUEUE_NAMES: Readonly<Record<WorkQueue, string>> = { case: 'cases', accountAlert: 'account alerts' }

export interface Worker {
  roles: Role[]
  /** By the roster or, without an entry, by role. */
  queues: readonly WorkQueue[]
  isOnRoster: boolean
  exclusions: Exclusion[]
}

/** Everybody who can work on the platform, or one of them, with their queues and exclusions, by account. */
export async function workersOf(db: Db, platform: string, only?: string): Promise<Map<string, Worker>> {
  const [people, exclusions] = await Promise.all([
    sql<{ id: string; roles: Role[]; queues: WorkQueue[] | null }>`select p.id, p.roles, r.queues from account p
      left join staff_roster r on r.platform = ${platform} and r.account = p.id
      where ${canWorkOn(platform)} ${only === undefined ? sql`` : sql`and p.id = ${only}`}`.execute(db),
    exclusionsOf(db, platform),
  ])
  return new Map(
    people.rows.map(({ id, roles, queues }) => [
      id,
      {
        roles,
        queues: queues ?? queuesByRole(roles),
        isOnRoster: queues !== null,
        exclusions: exclusions.get(id) ?? [],
      },
    ]),
  )
}

async function exclusionsOf(db: Db, platform: string): Promise<Map<string, Exclusion[]>> {
  const rows = await db
    .selectFrom('staff_exclusion as e')
    .leftJoin('account as w', 'w.id', 'e.author')
    .select(['e.id', 'e.account', 'e.scope', 'e.value', 'e.reason', 'e.author', 'e.at', personOf('w').as('by')])
    .where('e.platform', '=', platform)
    .orderBy('e.id')
    .execute()
  const byAccount = new Map<string, Exclusion[]>()
  for (const { account, author, by, at, ...rest } of rows) {
    const one = { ...rest, by: by ?? { id: author, name: author }, at: toStamp(at) }
    byAccount.set(account, [...(byAccount.get(account) ?? []), one])
  }
  return byAccount
}

/** The types of the rules that raised a case. */
export async function ruleTypesOf(db: Db, platform: string, caseId: string): Promise<string[]> {
  const alerts = db.selectFrom('alert').select('rule_type').distinct()
  const rows = await alerts.where('platform', '=', platform).where('case_id', '=', caseId).execute()
  return rows.map((row) => row.rule_type)
}

/** The reason why somebody is not dealt the work; null where they are. A person who takes it needs no place on the roster. */
export function whyNotAssigned(
  { queues, exclusions }: Pick<Worker, 'queues' | 'exclusions'>,
  work: AssignedWork,
  { name, isTaken }: { name: string; isTaken: boolean },
): string | null {
  const excluded = exclusionFrom(exclusions, work)
  if (excluded) return `${name} is excluded from ${EXCLUDED[excluded.scope]}: ${excluded.reason}`
  if (isTaken || queues.includes(work.queue)) return null
  return `${name} is not on the roster of ${QUEUE_NAMES[work.queue]}.`
}

const EXCLUDED = {
  customer: 'work of this client',
  ruleType: 'alerts of this type of rule',
  queue: 'this queue',
} as const

/** Everybody with access to the platform, with their open cases, queues and exclusions there, by name. */
export async function managersOf(db: Db, platform: string): Promise<Output<typeof cases.managers>['items']> {
  const open = db
    .selectFrom('monitoring_case')
    .select(['manager_id', sql<number>`count(*)::int`.as('n')])
    .where('platform', '=', platform)
    .where('status', 'in', OPEN_CASES)
    .where('manager_id', 'is not', null)
    .groupBy('manager_id')
  const people = db
    .selectFrom('account as p')
    .leftJoin(open.as('o'), 'o.manager_id', 'p.id')
    .select(['p.id', 'p.email', 'p.roles'])
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('name'))
    .select(sql<number>`coalesce(o.n, 0)`.as('open'))
    .where(canWorkOn(platform))
    .orderBy('p.first_name')
    .orderBy('p.last_name')
    .orderBy('p.id')
  const [workers, rows] = await Promise.all([workersOf(db, platform), people.execute()])
  return rows.map((row) => {
    const { queues = [], exclusions = [] } = workers.get(row.id) ?? {}
    // the reasons are for managers
    return { ...row, queues: [...queues], excludedFrom: exclusions.map(({ scope, value }) => ({ scope, value })) }
  })
}
