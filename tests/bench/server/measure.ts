// The server on a million cases against the goals: lists, searches, counts, CSV, a room of analysts, batches.
// npm run bench -- server [--cases N] [--json]. BENCH_DIR keeps the database for the next time.
import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool } from '#server/store/pool.ts'
import type { Report } from '#tests/bench/report.ts'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { measureCsv } from './csv.ts'
import { openDesk } from './desk.ts'
import { measureCounts, measureCustomer, measureDepth, measureSearch } from './lists.ts'
import { measureOps, measureSessions } from './load.ts'
import { ensureWorld } from './world.ts'

const CASES = 1_000_000

export async function measure({ cases = CASES }: { cases?: number } = {}): Promise<Report> {
  const given = process.env.BENCH_DIR
  await removeLeftovers()
  if (given) mkdirSync(given, { recursive: true })
  const folder = given ?? makeFolder()
  const database = await openEmbedded(folder)
  const store = openPool(database.url, { size: 4 })
  try {
    await migrate(store.db)
    await saveAccounts(store.db, DEMO_ACCOUNTS)
    const seconds = await ensureWorld(store.db, cases, (line) => console.error(line))
    const desk = await openDesk(folder, store.db)
    try {
      const { rows: versions } = await sql<{ version: string }>`
        select current_setting('server_version') as version`.execute(store.db)
      const rows = [
        ...(await measureDepth(desk, store.db, cases)),
        ...(await measureSearch(desk)),
        ...(await measureCounts(desk, store.db)),
        ...(await measureCustomer(desk, store.db)),
        ...(await measureCsv(desk, store)),
        ...(await measureOps(desk, store.db)),
        ...(await measureSessions(desk, store.db)),
      ]
      return {
        title: `The server on ${cases.toLocaleString('en')} cases`,
        rows,
        notes: [
          'Whole calls over HTTP, server and client in a process each on the same machine; medians unless said otherwise.',
          'What is compared was measured in turns. Each session of the 200 rests a second on average between requests.',
          `PostgreSQL ${versions[0]?.version}, Node ${process.versions.node}; the database was built in ${seconds} s.`,
        ],
      }
    } finally {
      await desk.close()
    }
  } finally {
    await store.close()
    await database.close()
    if (!given) await removeFolder(folder)
  }
}
