/** Bundles the server and makes the demo world once a run: each server of the journeys begins with a copy of its folder. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { bundleServer } from '#tests/support/bundle.ts'
import { SERVER_BUNDLE, startProcess } from '#tests/support/process.ts'

/** The environment variable by which the processes that run journeys find it. */
const WORLD_FOLDER = 'DOCKET_WORLD_FOLDER'

export default async function makeDemoWorld(): Promise<() => Promise<void>> {
  const bundle = makeFolder()
  process.env[SERVER_BUNDLE] = await bundleServer(bundle)
  const folder = makeFolder()
  const server = await startProcess(folder, { DEMO: 'small' })
  const code = await server.end('SIGTERM')
  if (code !== 0) console.warn(`the server that made the demo world ended with ${code}`)
  // nothing is copied that may be written meanwhile: then each server makes a world of its own
  if (isAtRest(folder)) process.env[WORLD_FOLDER] = folder
  else console.warn('the database of the demo world did not stop')
  return async () => {
    await removeFolder(folder)
    await removeFolder(bundle)
  }
}

const isAtRest = (folder: string) => !existsSync(join(folder, 'postgres', 'postmaster.pid'))

/** Does nothing where none was made: the server makes its own then. */
export function copyDemoWorld(folder: string): void {
  const made = process.env[WORLD_FOLDER]
  if (!made) return
  // who owns a folder is its own
  cpSync(made, folder, { recursive: true, filter: (source) => basename(source) !== 'owner' })
  // as is its port: two copies may start at once
  const file = join(folder, 'database.json')
  const facts = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...facts, port: 0 }))
}
