/** The numbers of a shift: arrivals, decisions, open work and unusual values. */
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { Brief } from '#contract/model/handover.ts'
import type { QueueLoad } from '#contract/model/team/team.ts'
import { pendingApprovals } from '#server/approvals/count.ts'
import { dueIs, dueOrder, type Db } from '#server/store/sql.ts'
import { openWork } from '#server/team/open-work.ts'

/** The number of earlier days that are compared. */
const USUAL_DAYS = 28
/** The minimum number of days with data. */
const KNOWN_DAYS = 7
/** Smaller differences in alerts are random variation. */
const LEAST = 5
/** Standard deviations. */
const FAR = 3

/** True if there is a past to compare with. */
export const isComparable = (past: readonly number[]): boolean => past.filter((count) => count > 0).length >= KNOWN_DAYS

/** The mean of the past, where a count is far above or below it; null where it is not. */
export function unusual(count: number, past: readonly number[]): { usual: number } | null {
  const usual = past.reduce((sum, one) => sum + one, 0) / Math.max(1, past.length)
  const variance = past.reduce((sum, one) => sum + (one - usual) ** 2, 0) / Math.max(1, past.length)
  // events that come by chance vary by their root even where the past was calm
  const deviation = Math.sqrt(Math.max(variance, usual))
  const distance = Math.abs(count - usual)
  return distance >= LEAST && distance > FAR * deviation ? { usual } : null
}

const DAY_SECONDS = 86_400
/** The maximum number of named rules, people and cases. */
const NAMED = 8

type CasesWaiting = Pick<Brief['waits'], 'open' | 'unassigned' | 'awaiting' | 'hardStops' | 'overdue' | 'dueSoon'>
const waiting = ({ open, breached }: QueueLoad) => ({ open, overdue: breached })

export interface Shift {
  platform: string
  from: Date
  to: Date
}

/** The statements of a brief, as the database is sent them. */
export const briefStatements = ({ platform, from, to }: Shift) => {
  const seconds = (to.getTime() - from.getTime()) / 1000
  const first = new Date(from.getTime() - USUAL_DAYS * DAY_SECONDS * 1000)
  const age = sql`extract(epoch from ${to}::timestamptz - created_at)`
  const closed = sql`from monitoring_case where platform = ${platform} and finished_at >= ${from} and finished_at < ${to}`
  return {
    // by day offset: 0 is this shift, the others are the same hours of earlier days
    alerts: sql<{ rule: string; days: number; count: number }>`
      select rule_id::text as rule, floor(${age} / ${DAY_SECONDS})::int as days, count(*)::int as count from alert
      where platform = ${platform} and created_at >= ${first} and created_at < ${to}
        and mod(${age}::numeric, ${DAY_SECONDS}) < ${seconds} group by 1, 2`,
    came: sql<{ n: number }>`select count(*)::int as n from monitoring_case
      where platform = ${platform} and created_at >= ${from} and created_at < ${to}`,
    went: sql<{ cases: number; strs: number }>`select count(*)::int as cases,
      count(*) filter (where recommended_str = 1)::int as strs ${closed}`,
    people: sql<{ id: string; name: string; count: number }>`
      select p.id, p.first_name || ' ' || p.last_name as name, d.count from (
        select resolved_by, count(*)::int as count from alert
        where platform = ${platform} and resolved_at >= ${from} and resolved_at < ${to} and resolved_by is not null
        group by 1) d join account p on p.id = d.resolved_by order by d.count desc, p.id`,
    waits: sql<CasesWaiting>`
      select count(*)::int as open, (count(*) filter (where manager_id is null))::int as unassigned,
        (count(*) filter (where status = 'await'))::int as awaiting,
        (count(*) filter (where active_hard_stop > 0))::int as "hardStops",
        (count(*) filter (where ${dueIs('c', 'breached', to)}))::int as overdue,
        (count(*) filter (where ${dueIs('c', 'soon', to)}))::int as "dueSoon"
      from monitoring_case c where platform = ${platform} and status in ('new', 'await')`,
    oldest: sql<{ id: string; client: string; due: Date }>`select id, client_name as client, due_at as due
      from monitoring_case c where platform = ${platform} and status in ('new', 'await', 'error', 'process')
        and (${dueIs('c', 'breached', to)} or ${dueIs('c', 'soon', to)})
      order by ${dueOrder('c')}, id limit ${NAMED}`,
    findings: sql<{ findings: number }>`select count(*)::int as findings from quality_review
      where platform = ${platform} and finding in ('open', 'answered')`,
  }
}

export async function briefOf(db: Db, shift: Shift): Promise<Brief> {
  const { platform, from, to } = shift
  const statements = briefStatements(shift)
  const [alerts, came, went, people, waits, oldest, findings, pending, work, rules] = await Promise.all([
    statements.alerts.execute(db),
    statements.came.execute(db),
    statements.went.execute(db),
    statements.people.execute(db),
    statements.waits.execute(db),
    statements.oldest.execute(db),
    statements.findings.execute(db),
    pendingApprovals(db, platform),
    openWork(db, platform, to),
    db.selectFrom('rule').select(['id', 'name']).where('platform', '=', platform).execute(),
  ])
  const nameOf = new Map(rules.map(({ id, name }) => [id, name]))
  const ids = [...new Set(alerts.rows.map(({ rule }) => rule))]
  const byDay = (rule: string | null) => {
    const counts = Array<number>(USUAL_DAYS + 1).fill(0)
    for (const one of alerts.rows) {
      if ((rule === null || one.rule === rule) && one.days <= USUAL_DAYS)
        counts[one.days] = (counts[one.days] ?? 0) + one.count
    }
    return counts
  }
  const [all = 0, ...past] = byDay(null)
  const comparable = isComparable(past)
  const strange = (rule: string | null) => {
    const [count = 0, ...before] = byDay(rule)
    const found = comparable ? unusual(count, before) : null
    const name = rule === null ? 'All alerts' : (nameOf.get(rule) ?? rule)
    return found ? [{ ruleId: rule, name, count, usual: Math.round(found.usual * 10) / 10 }] : []
  }
  const now = ids
    .map((id) => ({ id, name: nameOf.get(id) ?? id, count: byDay(id)[0] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  return {
    from: toStamp(from),
    to: toStamp(to),
    came: { cases: came.rows[0]?.n ?? 0, alerts: all, rules: now.slice(0, NAMED) },
    went: {
      cases: went.rows[0]?.cases ?? 0,
      strs: went.rows[0]?.strs ?? 0,
      decisions: people.rows.reduce((sum, { count }) => sum + count, 0),
      people: people.rows.slice(0, NAMED),
    },
    waits: {
      ...(waits.rows[0] ?? { open: 0, unassigned: 0, awaiting: 0, hardStops: 0, overdue: 0, dueSoon: 0 }),
      approvals: [...pending.values()].reduce((sum, count) => sum + count, 0),
      findings: findings.rows[0]?.findings ?? 0,
      accountAlerts: waiting(work.total.accountAlert),
      sanctionsHits: waiting(work.total.sanctionsHit),
      tickets: waiting(work.total.ticket),
      forms: waiting(work.total.form),
      formsDue: work.forms.slice(0, NAMED).map(({ id, type, status, client, due, isBreached }) => ({
        id,
        type,
        status,
        client,
        due,
        isOverdue: isBreached,
      })),
      dueFirst: oldest.rows.map(({ id, client, due }) => ({ id, client, due: toStamp(due), isOverdue: due <= to })),
    },
    unusual: [null, ...ids].flatMap(strange),
    isComparable: comparable,
  }
}
