// The large demo world from nothing, against the goal of two minutes. npm run bench -- demo-large [--json].
import { readConfig } from '#server/core/config.ts'
import { sql } from 'kysely'
import { seedDemo } from '#server/demo/seed.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import { round, type Report } from '#tests/bench/report.ts'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { postgresSeconds } from './cpu.ts'
import { row } from './row.ts'

const GOAL = 120

export async function measure(): Promise<Report> {
  await removeLeftovers()
  const folder = makeFolder()
  const database = await openEmbedded(folder)
  const { db, close } = openPool(database.url, { size: 4 })
  try {
    await migrate(db)
    await saveAccounts(db, DEMO_ACCOUNTS)
    const started = performance.now()
    const before = { node: process.cpuUsage(), postgres: await postgresSeconds(db) }
    await seedDemo(db, { size: 'large', now: new Date(), config: readConfig({}) })
    const { user, system } = process.cpuUsage(before.node)
    const postgres = (await postgresSeconds(db)) - before.postgres
    const seconds = (performance.now() - started) / 1000
    const { rows } = await sql<{ cases: number; transactions: number; entries: number }>`
      select (select count(*) from monitoring_case)::int as cases, (select count(*) from transaction)::int as transactions,
        (select count(*) from audit)::int as entries`.execute(db)
    return {
      title: 'The large demo world, from an empty database',
      rows: [
        row('the clock on the wall', `${round(seconds)} s`, { goal: `<= ${GOAL} s`, kept: seconds <= GOAL }),
        row('Node at work', `${round((user + system) / 1e6)} s`),
        row('PostgreSQL at work', `${round(postgres)} s`),
        ...Object.entries(rows[0] ?? {}).map(([what, n]) => row(what, n.toLocaleString('en'))),
      ],
      notes: ['Node and two connections of PostgreSQL work side by side: another program takes time from them.'],
    }
  } finally {
    await close()
    await database.close()
    await removeFolder(folder)
  }
}
