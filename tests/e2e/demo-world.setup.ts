/** Makes the demo world once a run: each server of the journeys begins with a copy of its folder. */
import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { startProcess } from '#tests/support/process.ts'

/** Where the processes that run journeys find it. */
const WORLD_FOLDER = 'DOCKET_WORLD_FOLDER'

export default async function makeDemoWorld(): Promise<() => Promise<void>> {
  const folder = makeFolder()
  const server = await startProcess(folder, { DEMO: 'small' })
  await server.end('SIGTERM')
  process.env[WORLD_FOLDER] = folder
  return () => removeFolder(folder)
}

/** Does nothing where none was made: the server makes its own then. */
export function copyDemoWorld(folder: string): void {
  const made = process.env[WORLD_FOLDER]
  // who owns a folder is its own
  if (made) cpSync(made, folder, { recursive: true, filter: (source) => basename(source) !== 'owner' })
}
