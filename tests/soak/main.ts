// npm run soak -- [--minutes N] [--seed S] [--client NAME] [--planted] [--json]: a client under a nemesis, and its row.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { growTree, HOOKS, type Edit } from './tree.ts'
import type { Result } from './run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    client: { type: 'string', default: 'docket' },
    json: { type: 'boolean', default: false },
  },
})

/** Runs a program in a folder, hands on what it prints, and answers the last line of that, and whether it ended well. */
function ran(folder: string, args: readonly string[]): Promise<{ good: boolean; last: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let last = ''
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) last = line
      else console.log(line)
    })
    child.once('close', (code) => resolve({ good: code === 0, last }))
  })
}

/** Builds a tree with the edits in it, and lets one client run there. */
async function soak(edits: readonly Edit[], args: readonly string[]): Promise<Result> {
  const folder = makeFolder()
  try {
    growTree(folder, [...HOOKS, ...edits])
    const built = await ran(folder, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'])
    if (!built.good) throw new Error('the window does not build')
    const { last } = await ran(folder, ['--import', 'tsx', 'tests/soak/run.ts', ...args])
    return JSON.parse(last) as Result
  } finally {
    await removeFolder(folder)
  }
}

const { minutes, seed, client } = values
console.log(`soak: ${client} for ${minutes} min, seed ${seed}`)
const result = await soak([], ['--client', client, '--minutes', minutes, '--seed', seed])
console.log(result)
process.exitCode = result.wrong.length > 0 ? 1 : 0
