/** The server of a file of tests, closed after them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { makeFolder, removeFolder } from './folder.ts'
import { testServer, type Options } from './server.ts'
import { makeWorld } from './world.ts'

export async function startServer(options?: Options) {
  const server = await testServer(options)
  afterAll(() => server.close())
  return server
}

export async function startWorld(options?: Options) {
  const server = await startServer(options)
  return { server, world: await makeWorld(server.db) }
}

/** The same, with a folder of its own for files and mail. */
export async function startInFolder({ env, ...options }: Options = {}) {
  const root = makeFolder()
  afterAll(() => removeFolder(root))
  const folder = join(root, 'data')
  mkdirSync(folder)
  return { folder, ...(await startWorld({ ...options, env: { DATA_DIR: folder, ...env } })) }
}
