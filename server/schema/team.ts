/** The tables of the team's management, as Kysely knows them. */
import type { ColumnType } from 'kysely'
import type { BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import type { SkillArea } from '#contract/model/skills.ts'
import type { Big, BigIdentity, Json, When } from './columns.ts'

interface StaffAbsenceTable {
  id: BigIdentity
  platform: string
  account: string
  /** Days as text, both included. */
  from_day: ColumnType<string, string, string>
  to_day: ColumnType<string, string, string>
  cover: string | null
  author: string
  at: When
}

/** When a platform works and how long work may take: see `businessHoursPolicy`. */
interface BusinessHoursTable {
  platform: string
  value: Json<BusinessHoursPolicy>
  version: Big
  updated_by: string
  updated_at: When
}

/** What somebody is good at, as a manager entered it. */
interface StaffSkillTable {
  platform: string
  account: string
  area: SkillArea
  level: 1 | 2 | 3
  updated_by: string
  updated_at: When
}

export interface TeamTables {
  business_hours: BusinessHoursTable
  staff_absence: StaffAbsenceTable
  staff_skill: StaffSkillTable
}
