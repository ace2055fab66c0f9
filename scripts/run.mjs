// Runs a TypeScript file of this repository on a clone that may still lack its packages: run.mjs FILE [arguments]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, setup } from './setup.mjs'

/** In this very process, so that signals and kills reach the program itself and leave nobody behind. */
export async function runFile(file, args = []) {
  const path = resolve(root, file)
  process.argv = [process.argv[0], path, ...args]
  await import('tsx')
  await import(pathToFileURL(path).href)
}

if (process.argv[1] === import.meta.filename) {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Error('usage: node scripts/run.mjs FILE [arguments]')
  await setup()
  await runFile(file, args)
}
