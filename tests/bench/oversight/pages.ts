// The managers' pages on a large database, against their statements alone; and what the forecast misses on the demo's
// past. npm run bench -- oversight [--cases N] [--keep FOLDER] [--json].
import { readConfig } from '#server/core/config.ts'
import { sql } from 'kysely'
import { access } from '#contract/calls/access.ts'
import { audit } from '#contract/calls/audit.ts'
import { policies } from '#contract/calls/policies.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { metrics } from '#contract/calls/metrics.ts'
import { handover } from '#contract/calls/handover.ts'
import { quality } from '#contract/calls/quality.ts'
import { session } from '#contract/calls/sign-in.ts'
import { trend } from '#contract/calls/trend.ts'
import { team } from '#contract/calls/team.ts'
import { briefOf, briefStatements } from '#server/handover/brief.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { peopleStatements } from '#server/quality/people.ts'
import { ratesOf } from '#server/quality/settings.ts'
import { outlook, outlookStatements, periodStatements } from '#server/trend/queries.ts'
import { quantile, type Report } from '#tests/bench/report.ts'
import { removeLeftovers } from '#tests/support/folder.ts'
import { openDesk, type Desk } from '#tests/bench/server/desk.ts'
import { interleaved, ms, row, type Row } from '#tests/bench/server/row.ts'
import { ANCHOR, ensureWorld, PLATFORM } from '#tests/bench/server/world.ts'
import { withDatabase } from '#tests/bench/server/with-database.ts'

const CASES = 100_000
/** The first of each are not counted: connections read the catalogue, and code is compiled, once. */
const ROUNDS = 12
const COLD = 8
const RATIO = 1.5
const DAY = 86_400_000
const goalOf = (cases: number) => (cases > 100_000 ? 1000 : 200)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export async function measure({ cases = CASES, keep }: { cases?: number; keep?: string } = {}): Promise<Report> {
  await removeLeftovers()
  const rows = [...(await onLarge(cases, keep)), ...(await onDemo())]
  return {
    title: `The managers' pages, ${cases.toLocaleString('en')} cases`,
    rows,
    notes: [
      'Medians of whole calls over HTTP, against their statements alone, all at once as the page sends them, in turns.',
      'The ratio is of the whole call; beside it what it is without an empty call, which costs a page of 2 ms as much as one of 200.',
      'The forecast is held against every week of the demo world’s past that has four weeks before it.',
    ],
    isMissed: rows.some(({ kept }) => kept === 'NO'),
  }
}

async function onLarge(cases: number, keep?: string): Promise<Row[]> {
  return withDatabase(async (db, folder) => {
    await ensureWorld(db, cases, (line) => console.error(line))
    await sql`vacuum analyze`.execute(db)
    const desk = await openDesk(folder, db)
    try {
      const token = await desk.signIn('manager')
      const bare = async (statements: object) => {
        const started = performance.now()
        await Promise.all(Object.values(statements).map((one: ReturnType<typeof sql>) => one.execute(db)))
        return performance.now() - started
      }
      const call = async (sending: ReturnType<typeof desk.send>) => {
        const answer = await sending
        if (answer.status !== 200) throw new Error(answer.text)
        return answer.ms
      }
      const out: Row[] = []
      const add = (what: string, times: Record<'page' | 'bare', number[]>, free = empty) => {
        const [page, plain] = [quantile(times.page, 0.5), quantile(times.bare, 0.5)]
        const own = (page - free) / plain
        const isKept = page <= goalOf(cases) && page / plain < RATIO
        const goal = `<= ${goalOf(cases)} ms, < ${RATIO}`
        const against = `${ms(plain)} in SQL${free === 0 ? '' : `, without the empty call ${own.toFixed(2)}`}`
        out.push(row(what, ms(page), { against, ratio: page / plain, goal, kept: isKept }))
      }
      // the cost of any call: HTTP, authentication, rights
      const free = await warmed(ROUNDS * 2, { empty: () => call(desk.send(session.info, {}, token)) })
      const empty = quantile(free.empty, 0.5)
      out.push(row('an empty call: who is signed in', ms(empty)))
      for (const days of [30, 365]) {
        const end = ANCHOR.getTime() - (ANCHOR.getTime() % DAY) + DAY
        const query = { from: dayOf(end - days * DAY), to: dayOf(end - DAY) }
        const period = { platform: PLATFORM, start: new Date(end - days * DAY), end: new Date(end) }
        const times = await warmed(ROUNDS, {
          bare: () => bare(periodStatements(period)),
          page: () => call(desk.send(trend.period, { query }, token)),
        })
        add(`decisions, false positives and STRs of ${days} days`, times)
      }
      const today = new Date(`${dayOf(Date.now())}T00:00:00Z`)
      const times = await warmed(ROUNDS, {
        bare: () => bare(outlookStatements(PLATFORM, today)),
        page: () => call(desk.send(trend.outlook, {}, token)),
      })
      add('days to clear, forecast and ages', times)

      // three percent of what was decided was looked at again
      await sql`delete from quality_review`.execute(db)
      await sql`insert into quality_review (platform, alert_id, case_id, is_golden, why, drawn_at, decided_by, decided_at,
          expected, reader, taken_at, outcome, note, read_at, finding)
        select platform, id, case_id, false, 'all', resolved_at, 'analyst', resolved_at, 'cleared', 'analyst2', resolved_at,
          case when id % 900 = 0 then 'suspicious' else 'cleared' end, 'Looked.', resolved_at,
          case when id % 900 = 0 then 'upheld' end
        from alert where platform = ${PLATFORM} and resolved_by = 'analyst' and id % 33 = 0`.execute(db)
      await sql`analyze quality_review`.execute(db)
      const people = await warmed(ROUNDS, {
        bare: () => bare({ ...peopleStatements(PLATFORM), rates: { execute: () => ratesOf(db, PLATFORM) } }),
        page: () => call(desk.send(quality.people, {}, token)),
      })
      add('errors by person', people)
      const reviews = await warmed(ROUNDS, {
        page: () => call(desk.send(quality.reviews, { query: { show: 'read' } }, token)),
      })
      const page = quantile(reviews.page, 0.5)
      out.push(row('quality reviews', ms(page), { goal: `<= ${goalOf(cases)} ms`, kept: page <= goalOf(cases) }))

      // the world ends at its anchor: a shift of now would be empty
      const shift = { platform: PLATFORM, from: new Date(ANCHOR.getTime() - 12 * 3_600_000), to: ANCHOR }
      const written = await warmed(ROUNDS, {
        bare: () => bare(briefStatements(shift)),
        page: async () => {
          const started = performance.now()
          await briefOf(db, shift)
          return performance.now() - started
        },
      })
      add('a handover of twelve hours, written', written, 0)
      await call(desk.send(handover.write, { body: { hours: 12 } }, token))
      const read = await warmed(ROUNDS, { page: () => call(desk.send(handover.list, {}, token)) })
      const listed = quantile(read.page, 0.5)
      const admin = await desk.signIn('admin')
      for (const [what, sent] of Object.entries(pagesOf(desk, admin))) {
        const whole = await warmed(ROUNDS, {
          page: async () => {
            const started = performance.now()
            await Promise.all(sent().map(call))
            return performance.now() - started
          },
        })
        const took = quantile(whole.page, 0.5)
        out.push(row(what, ms(took), { goal: `<= ${goalOf(cases)} ms`, kept: took <= goalOf(cases) }))
      }
      out.push(row('handovers, read', ms(listed), { goal: `<= ${goalOf(cases)} ms`, kept: listed <= goalOf(cases) }))
      return out
    } finally {
      await desk.close()
    }
  }, keep)
}

/** Rounds as elsewhere, after some that are not counted. */
async function warmed<Name extends string>(rounds: number, ways: Record<Name, () => Promise<number>>) {
  await interleaved(COLD, ways)
  return interleaved(rounds, ways)
}

/** The calls of the other pages, all at once as each of them sends them. */
function pagesOf(desk: Desk, token: string): Record<string, () => ReturnType<Desk['send']>[]> {
  const params = { platform: PLATFORM }
  return {
    'the dashboard': () => [
      desk.send(metrics.alert, { params }, token),
      desk.send(metrics.cases, { params }, token),
      desk.send(metrics.casesByManagers, { params }, token),
      desk.send(metrics.alertByRules, { params }, token),
      desk.send(metrics.platform, { params }, token),
      desk.send(metrics.accountAlert, { params }, token),
      desk.send(metrics.newCases, { params }, token),
      desk.send(metrics.newCustomersByRule, { params }, token),
    ],
    'the team’s overview': () => [desk.send(team.load, {}, token), desk.send(team.overview, {}, token)],
    'the team’s load': () => [desk.send(team.load, {}, token), desk.send(team.autoAssign, {}, token)],
    approvals: () => [desk.send(approvals.list, {}, token), desk.send(approvals.count, {}, token)],
    'accounts and their access': () => [desk.send(access.list, {}, token)],
    'sessions and devices': () => [desk.send(access.presence, {}, token)],
    'the audit': () => [desk.send(audit.list, {}, token), desk.send(audit.choices, {}, token)],
    'reads of SARs and STRs': () => [desk.send(audit.list, { query: { reads: '1' } }, token)],
    policies: () => [desk.send(policies.list, {}, token)],
  }
}

/** By how much the forecast misses on the past of the small demo world. */
async function onDemo(): Promise<Row[]> {
  return withDatabase(async (db) => {
    await seedDemo(db, { size: 'small', now: ANCHOR, config: readConfig({}) })
    const { error } = await outlook(db, PLATFORM, ANCHOR)
    if (!error) return [row('demo: forecast', 'too little past')]
    const { meanDays, naiveDays, percent, tried } = error
    return [
      row('demo: forecast of the days to clear misses by', `${meanDays.toFixed(2)} days (${percent.toFixed(0)} %)`, {
        against: `${naiveDays.toFixed(2)} days, “as it is today”`,
        ratio: meanDays / naiveDays,
      }),
      row('demo: days held against what came', String(tried)),
    ]
  })
}
