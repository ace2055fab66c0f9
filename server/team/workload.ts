/** How much everybody on a platform has open, and what nobody has. */
import { sql } from 'kysely'
import { toStamp, type Person } from '#contract/model/common.ts'
import type { MemberLoad, TeamLoad } from '#contract/model/team.ts'
import { OVERDUE_HOURS, type Role } from '#contract/model/values.ts'
import { canWorkOn } from '#server/identity/managers.ts'
import { stampOrNull, type Db } from '#server/store/sql.ts'
import { absencesOf, dayOf } from './absence.ts'
import { enteredSkills } from './skills.ts'

const HOUR = 3_600_000

interface LoadRow {
  manager_id: string | null
  open: number
  overdue: number
  breached: number
  due_soon: number
  hard_stops: number
  oldest: Date | null
}

/** Counted from one index of the open cases. */
async function loads(db: Db, platform: string, now: Date): Promise<Map<string | null, LoadRow>> {
  const overdue = new Date(now.getTime() - OVERDUE_HOURS * HOUR)
  const { rows } = await sql<LoadRow>`select manager_id, count(*)::int as open,
    count(*) filter (where status = 'new' and created_at < ${overdue})::int as overdue,
    count(*) filter (where due_at <= ${now})::int as breached,
    count(*) filter (where due_at > ${now} and due_soon_at <= ${now})::int as due_soon,
    count(*) filter (where active_hard_stop > 0)::int as hard_stops, min(created_at) as oldest
    from monitoring_case where platform = ${platform} and status in ('new', 'await') group by manager_id`.execute(db)
  return new Map(rows.map((row) => [row.manager_id, row]))
}

const shown = (row: LoadRow | undefined) => ({
  open: row?.open ?? 0,
  overdue: row?.overdue ?? 0,
  breached: row?.breached ?? 0,
  dueSoon: row?.due_soon ?? 0,
  hardStops: row?.hard_stops ?? 0,
  oldest: stampOrNull(row?.oldest ?? null),
})

interface Decided {
  id: string
  name: string
  roles: Role[]
  decided_today: number
  last_decision: Date | null
}

/** Everybody who can be assigned work, by descending workload. */
export async function teamLoad(db: Db, platform: string, now: Date): Promise<TeamLoad> {
  const today = new Date(`${dayOf(now)}T00:00:00Z`)
  const [byPerson, people, absences, skills] = await Promise.all([
    loads(db, platform, now),
    sql<Decided>`select p.id, p.first_name || ' ' || p.last_name as name, p.roles,
        (select count(*)::int from alert where resolved_by = p.id and resolved_at >= ${today}
          and platform = ${platform}) as decided_today,
        (select max(resolved_at) from alert where resolved_by = p.id) as last_decision
      from account p where ${canWorkOn(platform)}`.execute(db),
    absencesOf(db, platform, dayOf(now)),
    enteredSkills(db, platform),
  ])
  const members = people.rows.map((row): MemberLoad => {
    const person: Person = { id: row.id, name: row.name }
    const absence = absences.find((one) => one.person.id === row.id) ?? null
    return {
      ...shown(byPerson.get(row.id)),
      person,
      roles: row.roles,
      decidedToday: row.decided_today,
      lastDecision: row.last_decision && toStamp(row.last_decision),
      absence,
      isAbsent: absence !== null && absence.from <= dayOf(now),
      skills: skills.get(row.id) ?? [],
    }
  })
  const order = (a: MemberLoad, b: MemberLoad) => b.open - a.open || a.person.name.localeCompare(b.person.name)
  return { unassigned: shown(byPerson.get(null)), members: members.toSorted(order) }
}
