/** How much everybody on a platform has open in every queue, and what nobody has. */
import { sql } from 'kysely'
import { toStamp, type Person } from '#contract/model/common.ts'
import type { MemberLoad, TeamLoad } from '#contract/model/team/team.ts'
import { workersOf } from '#server/identity/workers.ts'
import { stampOrNull, type Db } from '#server/store/sql.ts'
import { absencesOf, dayOf } from './absence.ts'
import { NO_LOADS, openWork, type OpenWork } from './open-work.ts'
import { enteredSkills } from './skills.ts'

interface CaseRow {
  manager_id: string | null
  hard_stops: number
  oldest: Date | null
}

/** Counted from one index of the open cases. */
async function casesOf(db: Db, platform: string): Promise<Map<string | null, CaseRow>> {
  const { rows } = await sql<CaseRow>`select manager_id,
    count(*) filter (where active_hard_stop > 0)::int as hard_stops, min(created_at) as oldest
    from monitoring_case where platform = ${platform} and status in ('new', 'await') group by manager_id`.execute(db)
  return new Map(rows.map((row) => [row.manager_id, row]))
}

const shown = (person: string | null, { byPerson }: OpenWork, cases: ReadonlyMap<string | null, CaseRow>) => ({
  queues: byPerson.get(person) ?? NO_LOADS,
  hardStops: cases.get(person)?.hard_stops ?? 0,
  oldest: stampOrNull(cases.get(person)?.oldest ?? null),
})

interface Decided {
  id: string
  name: string
  decided_today: number
  last_decision: Date | null
}

const openOf = ({ queues }: Pick<MemberLoad, 'queues'>) =>
  Object.values(queues).reduce((total, { open }) => total + open, 0)

/** Everybody who can work on the platform or holds work of it, by descending workload. */
export async function teamLoad(db: Db, platform: string, now: Date): Promise<TeamLoad> {
  const today = new Date(`${dayOf(now)}T00:00:00Z`)
  const [open, cases, workers, absences, skills] = await Promise.all([
    openWork(db, platform, now),
    casesOf(db, platform),
    workersOf(db, platform),
    absencesOf(db, platform, dayOf(now)),
    enteredSkills(db, platform),
  ])
  const ids = [...new Set([...workers.keys(), ...open.byPerson.keys()])].filter((id) => id !== null)
  const people = await sql<Decided>`select p.id, p.first_name || ' ' || p.last_name as name,
      (select count(*)::int from alert where resolved_by = p.id and resolved_at >= ${today}
        and platform = ${platform}) as decided_today,
      (select max(resolved_at) from alert where resolved_by = p.id) as last_decision
    from account p where p.id = any(${ids})`.execute(db)
  const members = people.rows.map((row): MemberLoad => {
    const person: Person = { id: row.id, name: row.name }
    const absence = absences.find((one) => one.person.id === row.id) ?? null
    const worker = workers.get(row.id)
    return {
      ...shown(row.id, open, cases),
      person,
      roles: worker?.roles ?? [],
      worksOn: [...(worker?.queues ?? [])],
      isOnRoster: worker?.isOnRoster ?? false,
      exclusions: worker?.exclusions ?? [],
      isHere: worker !== undefined,
      decidedToday: row.decided_today,
      lastDecision: row.last_decision && toStamp(row.last_decision),
      absence,
      isAbsent: absence !== null && absence.from <= dayOf(now),
      skills: skills.get(row.id) ?? [],
    }
  })
  const order = (a: MemberLoad, b: MemberLoad) => openOf(b) - openOf(a) || a.person.name.localeCompare(b.person.name)
  return { unassigned: shown(null, open, cases), members: members.toSorted(order) }
}
