/** People who can be assigned work on a platform. */
import { sql } from 'kysely'
import { isOpenCase } from '#contract/model/cases/case.ts'
import { CASE_STATUSES } from '#contract/model/values.ts'

export const OPEN_CASES = CASE_STATUSES.filter(isOpenCase)

/** Whether account `p` may be given work on the platform; a super administrator has them all. */
export function canWorkOn(platform: string) {
  return sql<boolean>`not p.is_disabled and (${platform} = any(p.platforms) or 'super_admin' = any(p.roles))`
}
