// npm run soak -- [--minutes N] [--seed S] [--client NAME] [--planted [NAME]] [--json]: a client under a nemesis, and its row.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { PLANTS, type Plant } from './plants.ts'
import type { Result } from './run.ts'
import { growTree, HOOKS, type Edit } from './tree.ts'

const VITE = 'node_modules/vite/bin/vite.js'
const OURS = 'docket'

/** How long a planted bug may stay hidden, minutes. */
const PLANTED_MINUTES = '4'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    client: { type: 'string', default: OURS },
    planted: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const { seed, client, json } = values

/** Runs a program in a folder, hands on what it prints but its result, and answers that, and whether it ended well. */
function ran(folder: string, args: readonly string[], isLoud = true): Promise<{ good: boolean; result: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let result = ''
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) result = line
      else if (isLoud && !json) console.log(`  ${line}`)
    })
    child.once('close', (code) => resolve({ good: code === 0, result }))
  })
}

/** Builds a tree with the edits in it, and lets one client run there. */
async function soak(edits: readonly Edit[], args: readonly string[]): Promise<Result> {
  const folder = makeFolder()
  try {
    growTree(folder, [...HOOKS, ...edits])
    for (const config of ['vite.config.ts', ...(client === OURS ? [] : ['tests/soak/baselines/vite.config.ts'])]) {
      const { good } = await ran(folder, [VITE, 'build', '--logLevel', 'error', '--config', config], false)
      if (!good) throw new Error(`${config} does not build`)
    }
    const { result } = await ran(folder, ['--import', 'tsx', 'tests/soak/run.ts', '--seed', seed, ...args])
    if (result === '') throw new Error('the run broke off')
    return JSON.parse(result) as Result
  } finally {
    await removeFolder(folder)
  }
}

async function sound(): Promise<boolean> {
  const minutes = values.minutes ?? '1'
  if (!json) console.log(`soak: ${client} for ${minutes} min; again with SEED: --seed ${seed}`)
  const result = await soak([], ['--client', client, '--minutes', minutes])
  if (json) console.log(JSON.stringify(result))
  else {
    const { accepted, lost, doubled, inversions, settled, batches, faults, unknown, struck, wrong } = result
    console.table([{ client, accepted, lost, doubled, inversions, unknown, batches, faults, 'ms to rest': settled }])
    console.log(
      Object.entries(struck)
        .map(([name, times]) => `${name} ${times}`)
        .join(', '),
    )
    for (const each of wrong) console.log(each)
  }
  return result.wrong.length === 0
}

async function planted(plants: readonly Plant[]): Promise<boolean> {
  const rows: { bug: string; caught: boolean; after: number; by: string }[] = []
  for (const { name, edits } of plants) {
    if (!json) console.log(`planted: ${name}`)
    const minutes = values.minutes ?? PLANTED_MINUTES
    const { wrong, accepted } = await soak(edits, ['--plant', name, '--minutes', minutes])
    rows.push({ bug: name, caught: wrong.length > 0, after: accepted, by: wrong[0] ?? 'nothing' })
  }
  if (json) console.log(JSON.stringify(rows))
  else {
    console.table(rows.map((row) => ({ ...row, by: row.by.slice(0, 60) })))
    console.log(`${rows.filter(({ caught }) => caught).length} of ${rows.length} caught`)
  }
  return rows.every(({ caught }) => caught)
}

const chosen = PLANTS.filter(({ name }) => positionals.length === 0 || positionals.some((some) => name.includes(some)))
const isGood = values.planted ? await planted(chosen) : await sound()
process.exitCode = isGood ? 0 : 1
