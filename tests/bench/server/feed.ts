// What the feed's own columns of a case add to its page: npm run bench -- feed [--cases N] [--json].
import { sql } from 'kysely'
import { UNFINISHED_CASES } from '#contract/model/cases/case.ts'
import { selectCaseRows } from '#server/cases/case-row.ts'
import { FEED_PAGE, HAD_STR, IS_NEW_COUNTRY } from '#server/sync/feed.ts'
import { quantile, type Report } from '#tests/bench/report.ts'
import { removeLeftovers } from '#tests/support/folder.ts'
import { interleaved, ms, row } from './row.ts'
import { ensureWorld, PLATFORM } from './world.ts'
import { withDatabase } from './with-database.ts'

const CASES = 100_000
const ROUNDS = 20
/** Of a page without them. */
const GOAL = 1.1

export async function measure({ cases: size = CASES }: { cases?: number } = {}): Promise<Report> {
  await removeLeftovers()
  return withDatabase(async (db) => {
    await ensureWorld(db, size, (line) => console.error(line))
    await sql`update monitoring_case set status = 'new', finished_at = null, open_alert_count = alert_count`.execute(db)
    await sql`vacuum analyze`.execute(db)
    const columns = { bare: [], str: [HAD_STR.as('had_str')], country: [IS_NEW_COUNTRY.as('is_new_country')] }
    const ways = { ...columns, both: [...columns.str, ...columns.country] }
    const pages = Math.floor(size / FEED_PAGE)
    const { rows: starts } = await sql<{ created_at: Date; id: string }>`select created_at, id from (
      select created_at, id, row_number() over (order by created_at desc, id desc) as n from monitoring_case
      where platform = ${PLATFORM}) as k where n % ${FEED_PAGE} = 1 order by n`.execute(db)
    let round = 0
    const read = (name: keyof typeof ways) => async () => {
      // all over the queue, the same page in every way of a round
      const start = starts[Math.floor(((round++ >> 2) * pages) / (ROUNDS + 1))]!
      const began = performance.now()
      const found = await selectCaseRows(db)
        .select(ways[name])
        .where('c.platform', '=', PLATFORM)
        .where('c.status', 'in', [...UNFINISHED_CASES])
        .where(sql<boolean>`(c.created_at, c.id) <= (${start.created_at}, ${start.id})`)
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(FEED_PAGE)
        .execute()
      if (found.length !== FEED_PAGE) throw new Error(`a page of ${found.length} rows`)
      return performance.now() - began
    }
    const times = await interleaved(ROUNDS + 1, {
      bare: read('bare'),
      str: read('str'),
      country: read('country'),
      both: read('both'),
    })
    // the first round reads what no later one has to
    const of = (name: keyof typeof ways) => quantile(times[name].slice(1), 0.5)
    const labels = { str: 'an earlier report', country: 'a new country', both: 'both' }
    const rows = (['str', 'country', 'both'] as const).map((name) => {
      const ratio = of(name) / of('bare')
      return row(`with ${labels[name]}`, ms(of(name)), {
        against: `without ${ms(of('bare'))}`,
        ratio,
        goal: `<= ${GOAL}`,
        kept: ratio <= GOAL,
      })
    })
    return {
      title: `A page of ${FEED_PAGE} of the feed, ${size.toLocaleString('en')} open cases`,
      rows,
      notes: [`Medians of ${ROUNDS} rounds, each a page elsewhere in the queue, in turns.`],
      isMissed: rows.some(({ kept }) => kept === 'NO'),
    }
  })
}
