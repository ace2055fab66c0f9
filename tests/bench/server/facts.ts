// The facts of a case on a large database: what read-ahead asks once a row. npm run bench -- facts [--cases N] [--json].
import { sql } from 'kysely'
import { facts } from '#contract/calls/cases/facts.ts'
import { quantile, type Report } from '#tests/bench/report.ts'
import { removeLeftovers } from '#tests/support/folder.ts'
import { openDesk } from './desk.ts'
import { ms, row } from './row.ts'
import { ensureWorld, PLATFORM } from './world.ts'
import { withDatabase } from './with-database.ts'

const CASES = 1_000_000
/** So many cases with open alerts, all over the database, and what the slowest of twenty may take. */
const ASKED = 300
const GOAL = 150

export async function measure({ cases = CASES }: { cases?: number } = {}): Promise<Report> {
  await removeLeftovers()
  return withDatabase(async (db, folder) => {
    await ensureWorld(db, cases, (line) => console.error(line))
    await sql`analyze`.execute(db)
    const { rows: chosen } = await sql<{ id: string }>`
      select id from monitoring_case where platform = ${PLATFORM} and open_alert_count > 0
      order by md5(id) limit ${ASKED}`.execute(db)
    const desk = await openDesk(folder, db)
    try {
      const times: number[] = []
      let size = 0
      for (const { id } of chosen) {
        const answer = await desk.send(facts.ofCase, { params: { caseId: id } })
        if (answer.status !== 200) throw new Error(`facts of ${id} answered ${answer.status}: ${answer.text}`)
        times.push(answer.ms)
        size += answer.text.length
      }
      const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)]
      return {
        title: `The facts of a case, ${cases.toLocaleString('en')} cases`,
        rows: [
          row('median', ms(half)),
          row('95th percentile', ms(most), { goal: `<= ${GOAL} ms`, kept: most <= GOAL }),
          row('size of a reply', `${(size / times.length / 1024).toFixed(1)} kB`),
        ],
        notes: [`${times.length} cases with open alerts, one after the other, whole calls over HTTP.`],
      }
    } finally {
      await desk.close()
    }
  })
}
