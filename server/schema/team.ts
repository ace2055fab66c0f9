/** The tables of the team's management, as Kysely knows them. */
import type { ColumnType } from 'kysely'
import type { BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import type { ExclusionScope, WorkQueue } from '#contract/model/values.ts'
import type { SkillArea } from '#contract/model/team/skills.ts'
import type { Big, BigIdentity, Json, When, WhenOrNull } from './columns.ts'

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

/** A person's skills, as a manager entered them. */
interface StaffSkillTable {
  platform: string
  account: string
  area: SkillArea
  level: 1 | 2 | 3
  updated_by: string
  updated_at: When
}

/** The queues of somebody to whom `queuesByRole` does not apply. */
interface StaffRosterTable {
  platform: string
  account: string
  queues: WorkQueue[]
  updated_by: string
  updated_at: When
}

interface StaffExclusionTable {
  id: BigIdentity
  platform: string
  account: string
  scope: ExclusionScope
  value: string
  reason: string
  author: string
  at: When
}

/** The last run of auto-assignment on a queue. */
interface AutoAssignRunTable {
  platform: string
  queue: WorkQueue
  at: When
  assigned: number
  /** The number of items without an assignee afterwards. */
  unassigned: number
  last_assigned_at: WhenOrNull
}

export interface TeamTables {
  auto_assign_run: AutoAssignRunTable
  business_hours: BusinessHoursTable
  staff_absence: StaffAbsenceTable
  staff_exclusion: StaffExclusionTable
  staff_roster: StaffRosterTable
  staff_skill: StaffSkillTable
}
