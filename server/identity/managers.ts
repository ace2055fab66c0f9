/** People who can be assigned work on a platform. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { cases } from '#contract/calls/cases.ts'
import { isOpenCase } from '#contract/model/cases/case.ts'
import { CASE_STATUSES } from '#contract/model/values.ts'
import type { Db } from '#server/store/sql.ts'

export const OPEN_CASES = CASE_STATUSES.filter(isOpenCase)

/** Whether account `p` may be given work on the platform; a super administrator has them all. */
export function canWorkOn(platform: string) {
  return sql<boolean>`not p.is_disabled and (${platform} = any(p.platforms) or 'super_admin' = any(p.roles))`
}

/** Everybody with access to the platform, with how many open cases they have there, by name. */
export async function managersOf(db: Db, platform: string): Promise<Output<typeof cases.managers>['items']> {
  const open = db
    .selectFrom('monitoring_case')
    .select(['manager_id', sql<number>`count(*)::int`.as('n')])
    .where('platform', '=', platform)
    .where('status', 'in', OPEN_CASES)
    .where('manager_id', 'is not', null)
    .groupBy('manager_id')
  return db
    .selectFrom('account as p')
    .leftJoin(open.as('o'), 'o.manager_id', 'p.id')
    .select(['p.id', 'p.email', 'p.roles'])
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('name'))
    .select(sql<number>`coalesce(o.n, 0)`.as('open'))
    .where(canWorkOn(platform))
    .orderBy('p.first_name')
    .orderBy('p.last_name')
    .orderBy('p.id')
    .execute()
}
