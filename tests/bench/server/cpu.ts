// The work of PostgreSQL, in seconds of a processor: the wall clock depends on its neighbours.
import { readdirSync, readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'

/** Ticks of Linux, in seconds; the same on every architecture that Node runs on. */
const TICK = 0.01

/** All its processes together, those that have ended too; NaN where there is no `/proc`. */
export async function postgresSeconds(db: Kysely<Database>): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db)
  const postmaster = readFileSync(`${rows[0]?.folder}/postmaster.pid`, 'utf8').split('\n')[0] ?? ''
  // a process that is waited for hands its time on to the one that waits
  const parts = readdirSync('/proc').flatMap((pid) => {
    const facts = factsOf(pid)
    if (pid === postmaster) return facts.slice(11, 15)
    return facts[1] === postmaster ? facts.slice(11, 13) : []
  })
  return parts.reduce((sum, ticks) => sum + Number(ticks), 0) * TICK
}

/** The fields after the program's name, which may hold spaces; none for what is no process or has just ended. */
function factsOf(pid: string): string[] {
  if (!/^\d+$/.test(pid)) return []
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
