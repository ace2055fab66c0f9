/** Data directories for tests. A later run deletes those of killed tests. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#server/store/embedded.ts'
import { isAlive } from '#server/store/lock.ts'

const STEM = 'docket-tests-'

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), STEM))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  return folder
}

/** Stops the database in it, if one runs, and deletes it. */
export async function removeFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgres', 'postmaster.pid')))
    await openEmbedded(folder).then((server) => server.close())
  // a closing browser may still write to its profile
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(STEM))) {
    const owner = join(tmpdir(), name, 'owner')
    if (existsSync(owner) && !isAlive(Number(readFileSync(owner, 'utf8')))) await removeFolder(join(tmpdir(), name))
  }
}
