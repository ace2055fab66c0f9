/**
 * The counts of the managers' page Trend; each statement uses one index of those for the page in `cases.sql` and
 * `alerts.sql` of the baseline.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Person } from '#contract/model/common.ts'
import type { TrendOutlook, TrendPeriod } from '#contract/model/trend.ts'
import { wilson } from '#contract/model/quality/wilson.ts'
import type { Db } from '#server/store/sql.ts'
import { backlogOf, outlookOf } from './outlook.ts'

const DAY = 86_400_000
/** So far back the days to clear are read, in days: enough for a forecast and for trying it on eight weeks. */
const PAST = 98
/** The number of those days shown. */
const SHOWN = 28

/** A case that was open once, as the partial index has it. */
const EVER_OPEN = sql`(status in ('new', 'await') or finished_at is not null)`

export interface Period {
  platform: string
  /** The first moment, and the first after the last. */
  start: Date
  end: Date
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`

/** The statements of the period, as the database is sent them. */
export const periodStatements = ({ platform, start, end }: Period) => {
  const decided = sql`from alert where platform = ${platform} and resolved_at >= ${start} and resolved_at < ${end}
    and resolved_by is not null`
  return {
    // a person counts once an hour
    paces: sql<{ day: string; person: string; decisions: number; hours: number }>`
      select day::text, resolved_by as person, sum(n)::int as decisions, count(*)::int as hours from (
        select ${dayOf('resolved_at')} as day, resolved_by, extract(hour from resolved_at at time zone 'UTC') as hour,
          count(*) as n ${decided} group by 1, 2, 3) as hourly
      group by 1, 2`,
    rules: sql<{ id: string; decided: number; reported: number }>`
      select a.rule_id::text as id, count(*)::int as decided,
        count(*) filter (where c.recommended_str = 1)::int as reported
      from monitoring_case c join alert a on a.platform = c.platform and a.case_id = c.id
      where c.platform = ${platform} and c.finished_at >= ${start} and c.finished_at < ${end}
        and c.status in ('complete', 'str') group by 1`,
    strs: sql<{ day: string; strs: number }>`
      select ${dayOf('finished_at')}::text as day, count(*)::int as strs from monitoring_case
      where platform = ${platform} and finished_at >= ${start} and finished_at < ${end} and recommended_str = 1
      group by 1`,
    cases: inTime('monitoring_case', 'finished_at', { platform, start, end }),
    accountAlerts: inTime('alert', 'resolved_at', { platform, start, end }),
  }
}

/** Late is what was due before it was paused for the last time: at the decision, or while the customer was asked. */
const inTime = (table: string, at: string, { platform, start, end }: Period) => sql<{
  day: string
  decided: number
  late: number
}>`select ${dayOf(at)}::text as day, count(*)::int as decided,
    count(*) filter (where due_pauses[cardinality(due_pauses)] > last_due_at)::int as late
  from ${sql.table(table)} where platform = ${platform} and ${sql.ref(at)} >= ${start} and ${sql.ref(at)} < ${end}
    and last_due_at is not null group by 1`

const read = async <Row>(db: Db, statement: RawBuilder<Row>) => (await statement.execute(db)).rows

/** The decisions of a period. */
export async function trendOf(db: Db, period: Period): Promise<TrendPeriod> {
  const statements = periodStatements(period)
  const [paces, rules, strs, cases, accountAlerts, people, names] = await Promise.all([
    read(db, statements.paces),
    read(db, statements.rules),
    read(db, statements.strs),
    read(db, statements.cases),
    read(db, statements.accountAlerts),
    db
      .selectFrom('account')
      .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
      .execute(),
    db.selectFrom('rule').select(['id', 'name']).where('platform', '=', period.platform).execute(),
  ])
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  const ruleName = new Map(names.map(({ id, name }) => [id, name]))
  // once over the rows, not once a day: a year of a large team is thousands
  const byDay = grouped(paces, ({ day }) => day)
  const strsOf = new Map(strs.map((one) => [one.day, one.strs]))
  const [casesOn, alertsOn] = [cases, accountAlerts].map((counted) => new Map(counted.map(({ day, ...n }) => [day, n])))
  const days = daysOf(period.start, period.end).map((day) => ({
    day,
    ...sumOf(byDay.get(day) ?? []),
    strs: strsOf.get(day) ?? 0,
    cases: casesOn?.get(day) ?? NONE_DUE,
    accountAlerts: alertsOn?.get(day) ?? NONE_DUE,
  }))
  const byPerson = [...grouped(paces, ({ person }) => person)].map(([id, own]) => {
    const person: Person = { id, name: nameOf.get(id) ?? id }
    return { person, ...sumOf(own) }
  })
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    days,
    people: byPerson.toSorted((a, b) => b.decisions - a.decisions || a.person.name.localeCompare(b.person.name)),
    rules: rules
      .map(({ id, decided, reported }) => {
        const falsePositives = decided - reported
        return { id, name: ruleName.get(id) ?? id, decided, falsePositives, share: wilson(falsePositives, decided) }
      })
      .toSorted((a, b) => b.decided - a.decided || a.name.localeCompare(b.name)),
  }
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const NONE_DUE = { decided: 0, late: 0 }

const sumOf = (paces: readonly { decisions: number; hours: number }[]) => ({
  decisions: paces.reduce((sum, { decisions }) => sum + decisions, 0),
  hours: paces.reduce((sum, { hours }) => sum + hours, 0),
})

const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const daysOf = (start: Date, end: Date): string[] =>
  Array.from({ length: Math.round((end.getTime() - start.getTime()) / DAY) }, (_, n) =>
    textOf(start.getTime() + n * DAY),
  )

/** Ages in days, by arrival: between two numbers of days. */
const AGES: readonly { label: string; from: number; to: number }[] = [
  { label: 'Today', from: 0, to: 0 },
  { label: 'Yesterday', from: 1, to: 1 },
  { label: '2 to 6 days', from: 6, to: 2 },
  { label: '7 to 29 days', from: 29, to: 7 },
  { label: '30 days and more', from: Infinity, to: 30 },
]

/** The statements of the outlook, as the database is sent them. */
export const outlookStatements = (platform: string, today: Date) => {
  const first = new Date(today.getTime() - PAST * DAY)
  const flow = (column: string, condition: RawBuilder<unknown>) => sql<{ day: string; n: number }>`
    select ${dayOf(column)}::text as day, count(*)::int as n from monitoring_case
    where platform = ${platform} and ${sql.ref(column)} >= ${first} and ${condition} group by 1`
  return {
    arrived: flow('created_at', sql`true`),
    entered: flow('created_at', EVER_OPEN),
    closed: flow('finished_at', sql`finished_at is not null`),
    open: sql<{ day: string; n: number }>`select ${dayOf('created_at')}::text as day, count(*)::int as n
      from monitoring_case where platform = ${platform} and status in ('new', 'await') group by 1`,
  }
}

/** How long the open cases take, a week ahead, and how old they are. */
export async function outlook(db: Db, platform: string, now: Date): Promise<TrendOutlook> {
  const today = new Date(`${textOf(now.getTime())}T00:00:00Z`)
  const statements = outlookStatements(platform, today)
  const [arrived, entered, closed, open] = await Promise.all([
    read(db, statements.arrived),
    read(db, statements.entered),
    read(db, statements.closed),
    read(db, statements.open),
  ])
  const [arrivedOn, enteredOn, closedOn] = [arrived, entered, closed].map(
    (rows) => new Map(rows.map(({ day, n }) => [day, n])),
  )
  const flowOf = (day: string) => ({
    arrived: arrivedOn?.get(day) ?? 0,
    entered: enteredOn?.get(day) ?? 0,
    closed: closedOn?.get(day) ?? 0,
  })
  const first = new Date(today.getTime() - PAST * DAY)
  const whole = daysOf(first, today)
  const soFar = flowOf(textOf(today.getTime()))
  const openNow = open.reduce((sum, { n }) => sum + n, 0)
  // the forecast begins with the work that is open now, less today's change so far
  const days = backlogOf(whole.map(flowOf), openNow - soFar.entered + soFar.closed)
  // days before the first case tell nothing
  const begun = days.findIndex((day) => day.arrived + day.closed > 0)
  const known = begun === -1 ? [] : days.slice(begun)
  const { past, ...rest } = outlookOf(whole[begun] ?? textOf(today.getTime()), known, soFar)
  const day = { day: textOf(today.getTime()), arrived: soFar.arrived, closed: soFar.closed, open: openNow }
  return { past: past.slice(-SHOWN), today: day, ...rest, ages: agesOf(open, today.getTime()) }
}

function agesOf(open: readonly { day: string; n: number }[], today: number): TrendOutlook['ages'] {
  return AGES.map(({ label, from, to }) => {
    const first = Number.isFinite(from) ? textOf(today - from * DAY) : null
    // the clock of the row's writer may be ahead
    const last = textOf(today - to * DAY)
    const inside = open.filter(({ day }) => (first === null || day >= first) && (to === 0 || day <= last))
    return { label, from: first, to: last, count: inside.reduce((sum, { n }) => sum + n, 0) }
  })
}
