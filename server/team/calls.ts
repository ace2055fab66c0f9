/** What managers see and do of their team. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { toStamp } from '#contract/model/common.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import { pendingApprovals } from '#server/approvals/count.ts'
import { selectCaseRows, toCaseItem } from '#server/cases/case-row.ts'
import type { Handlers } from '#server/core/context.ts'
import { type Db, stampOrNull } from '#server/store/sql.ts'
import { addAbsence, endAbsence, absencesOf, dayOf } from './absence.ts'
import { autoPolicies, planAuto } from './auto-assign.ts'
import { addExclusion, endExclusion, setRoster } from './roster.ts'
import { setSkill } from './skills.ts'
import { assignPlanned, planSpread } from './spread.ts'
import { teamLoad } from './load.ts'

type Overview = Output<typeof team.overview>
type AutoRun = NonNullable<Overview['auto'][WorkQueue]>

/** The maximum number of named tickets. */
const NAMED = 10

/** The statements of the overview, as the database is sent them. */
const overviewStatements = (platform: string) => ({
  quality: sql<Overview['quality']>`select
      (count(*) filter (where finding = 'open'))::int as open,
      (count(*) filter (where finding = 'answered'))::int as answered,
      (count(*) filter (where read_at is null))::int as unread
    from quality_review where platform = ${platform} and (read_at is null or finding in ('open', 'answered'))`,
  runs: sql<{ queue: WorkQueue; at: Date; assigned: number; unassigned: number; last_assigned_at: Date | null }>`
    select queue, at, assigned, unassigned, last_assigned_at from auto_assign_run where platform = ${platform}`,
  tickets: sql<{ id: string; subject: string; customer: string; at: Date }>`
    select id::text, subject, customer_id as customer, created_at as at
    from helpdesk_ticket where platform = ${platform} and status = 'open' order by created_at, id limit ${NAMED}`,
})

async function overviewOf(db: Db, platform: string, now: Date): Promise<Overview> {
  const statements = overviewStatements(platform)
  const [pending, quality, runs, tickets, absences] = await Promise.all([
    pendingApprovals(db, platform),
    statements.quality.execute(db),
    statements.runs.execute(db),
    statements.tickets.execute(db),
    absencesOf(db, platform, dayOf(now)),
  ])
  const runOf = (queue: WorkQueue): AutoRun | null => {
    const row = runs.rows.find((one) => one.queue === queue)
    if (!row) return null
    const { at, assigned, unassigned, last_assigned_at } = row
    return { at: toStamp(at), assigned, unassigned, lastAssigned: stampOrNull(last_assigned_at) }
  }
  return {
    approvals: [...pending].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count),
    quality: quality.rows[0] ?? { open: 0, answered: 0, unread: 0 },
    absences,
    auto: { case: runOf('case'), accountAlert: runOf('accountAlert') },
    tickets: tickets.rows.map(({ id, subject, customer, at }) => ({
      id,
      subject,
      customerId: customer,
      at: toStamp(at),
    })),
  }
}

/** A page is for people. */
const MOST = 30

/** The oldest open cases of a person, or of nobody. */
async function oldestOf(db: Db, platform: string, person: string | null, now: Date): Promise<CaseItem[]> {
  const rows = await selectCaseRows(db)
    .where('c.platform', '=', platform)
    .where('c.status', 'in', ['new', 'await'])
    .where('c.manager_id', person === null ? 'is' : '=', person)
    .orderBy('c.created_at')
    .limit(MOST)
    .execute()
  return rows.map((row) => toCaseItem(row, now.getTime()))
}

export const teamCalls: Handlers<typeof team> = {
  load: (_, { db, platform, now }) => teamLoad(db, platform, now()),

  overview: (_, { db, platform, now }) => overviewOf(db, platform, now()),

  async work({ query }, { db, platform, now }) {
    return { items: await oldestOf(db, platform, query.person ?? null, now()) }
  },

  planSpread: ({ body }, context) => planSpread(context, body),

  spread: ({ body }, context) => assignPlanned(context, body),

  setSkill: ({ body }, context) => setSkill(context, body),

  setRoster: ({ body }, context) => setRoster(context, body),

  addExclusion: ({ body }, context) => addExclusion(context, body),

  async endExclusion({ params }, context) {
    await endExclusion(context, params.exclusionId)
    return { message: 'The exclusion is ended.' }
  },

  autoAssign: (_, { db, platform, config }) => autoPolicies(db, { platform, config }),

  planAuto: ({ body }, { db, platform, config, now }) => planAuto(db, body, { platform, config, now: now() }),

  addAbsence: ({ body }, context) => addAbsence(context, body),

  async endAbsence({ params }, context) {
    await endAbsence(context, params.absenceId)
    return { message: 'The absence is over.' }
  },
}
