// The built window on the real server, with as many open cases as are wanted.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ensureWorld, PLATFORM } from '#tests/bench/server/world.ts'
import { openSite, type Site } from '#tests/soak/site.ts'
import { growTree, HOOKS } from '#tests/soak/tree.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'

const VITE = 'node_modules/vite/bin/vite.js'

/** `close` leaves nothing behind. */
export async function openBench(cases: number): Promise<Site> {
  const folder = makeFolder()
  growTree(folder, HOOKS)
  const { status } = spawnSync(process.execPath, [VITE, 'build', '--logLevel', 'error'], { cwd: folder })
  if (status !== 0) throw new Error('the window does not build')
  const site = await openSite(join(folder, 'dist'))
  const close = async () => {
    await site.close()
    await removeFolder(folder)
  }
  try {
    await ensureWorld(site.db, cases, (line) => console.error(line))
    await sql`update monitoring_case set status = 'new', recommended_str = 0, finished_at = null,
      open_alert_count = alert_count where platform = ${PLATFORM}`.execute(site.db)
    await sql`update alert set status = 'new', resolved_at = null, resolved_by = null
      where platform = ${PLATFORM}`.execute(site.db)
    await sql`vacuum analyze monitoring_case, alert`.execute(site.db)
  } catch (error) {
    await close()
    throw error
  }
  return { ...site, close }
}
