// The queue in the order of each column, with 100,000 open cases: npm run bench -- sorts [--cases N] [--json].
import { sql } from 'kysely'
import { CASE_SORTS, cases, type CaseSort } from '#contract/calls/cases/cases.ts'
import { quantile, type Report } from '#tests/bench/report.ts'
import { removeLeftovers } from '#tests/support/folder.ts'
import { openDesk } from './desk.ts'
import { interleaved, ms, row } from './row.ts'
import { ensureWorld } from './world.ts'
import { withDatabase } from './with-database.ts'

const CASES = 100_000
const ROUNDS = 9
const PAGE = 200
/** A page the window has not read, in the middle of the queue: its marks are there. */
const FAR = 250
const GOAL = 200

export async function measure({ cases: size = CASES }: { cases?: number } = {}): Promise<Report> {
  await removeLeftovers()
  return withDatabase(async (db, folder) => {
    await ensureWorld(db, size, (line) => console.error(line))
    await sql`update monitoring_case set status = 'new', finished_at = null, open_alert_count = alert_count`.execute(db)
    await sql`update alert set status = 'new', resolved_at = null, resolved_by = null`.execute(db)
    await sql`update monitoring_case c set lead_rule = a.rule_name from alert a
      where a.platform = c.platform and a.case_id = c.id`.execute(db)
    await sql`insert into customer_risk (platform, customer_id, score, level, factors, updated_at)
      select platform, id, id::bigint * 7919 % 101, 'low', '[]', now() from customer`.execute(db)
    await sql`vacuum analyze`.execute(db)
    const desk = await openDesk(folder, db)
    try {
      const read = async (sort: CaseSort, page: number) => {
        const query = { 'status[]': ['new' as const], sort: `-${sort}` as const, page, pageSize: PAGE }
        const { status, text, ms: time } = await desk.send(cases.list, { query })
        if (status !== 200) throw new Error(`${sort} answered ${status}: ${text}`)
        return time
      }
      for (const sort of CASE_SORTS) await read(sort, Math.ceil((FAR * size) / CASES))
      const rows = []
      for (const sort of CASE_SORTS) {
        const times = await interleaved(ROUNDS, {
          first: () => read(sort, 1),
          next: () => read(sort, 2),
          far: () => read(sort, Math.ceil((FAR * size) / CASES)),
        })
        const [first, next, far] = [times.first, times.next, times.far].map((one) => quantile(one, 0.5))
        const most = Math.max(first ?? 0, next ?? 0, far ?? 0)
        const against = `next ${ms(next ?? 0)}, far ${ms(far ?? 0)}`
        rows.push(row(`by ${sort}`, ms(first ?? 0), { against, goal: `<= ${GOAL} ms`, kept: most <= GOAL }))
      }
      return {
        title: `A page of ${PAGE} of ${size.toLocaleString('en')} open cases, by each column`,
        rows,
        notes: [`Medians of ${ROUNDS}: the first page, the one after it, and page ${FAR}; whole calls over HTTP.`],
        isMissed: rows.some(({ kept }) => kept === 'NO'),
      }
    } finally {
      await desk.close()
    }
  })
}
