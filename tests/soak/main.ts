// npm run soak -- [--minutes N] [--seed S] [--planted [NAME] [--times N]] [--json]: the window under a nemesis, and its row.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { PLANTS, type Plant } from './plants.ts'
import type { Result } from './run.ts'
import { growTree, HOOKS, type Edit } from './tree.ts'

const VITE = 'node_modules/vite/bin/vite.js'

/** How long a planted bug may stay hidden, minutes. */
const PLANTED_MINUTES = '4'
/** So many minutes more may a run take to begin, to come to rest and to be looked at. */
const REST_MINUTES = 10

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    planted: { type: 'boolean', default: false },
    /** How often each planted bug has to be found. */
    times: { type: 'string', default: '1' },
    /** A strike that comes more often. */
    often: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
})
const { seed, json } = values
const times = Number(values.times)

/** Runs a program in a folder, hands on what it prints but its result, and answers that, and whether it ended well. */
function ran(
  folder: string,
  args: readonly string[],
  { isLoud = true, minutes = 0 } = {},
): Promise<{ good: boolean; result: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      // one that hangs must not hold up whoever waits for its verdict
      timeout: (minutes + REST_MINUTES) * 60_000,
      killSignal: 'SIGKILL',
    })
    let result = ''
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) result = line
      else if (isLoud && !json) console.log(`  ${line}`)
    })
    child.once('close', (code) => resolve({ good: code === 0, result }))
  })
}

/** Builds a tree with the edits in it, and runs there for so many minutes, once for each list of arguments. */
async function soak(edits: readonly Edit[], minutes: string, runs: readonly (readonly string[])[]): Promise<Result[]> {
  const folder = makeFolder()
  try {
    growTree(folder, [...HOOKS, ...edits])
    const { good } = await ran(folder, [VITE, 'build', '--logLevel', 'error'], { isLoud: false })
    if (!good) throw new Error('the window does not build')
    const results: Result[] = []
    for (const more of runs) {
      const args = ['--minutes', minutes, ...more]
      const { result } = await ran(folder, ['--import', 'tsx', 'tests/soak/run.ts', ...args], {
        minutes: Number(minutes),
      })
      if (result === '') throw new Error(`it broke off: ${args.join(' ')}`)
      results.push(JSON.parse(result) as Result)
    }
    return results
  } finally {
    await removeFolder(folder)
    await removeLeftovers()
  }
}

async function sound(): Promise<boolean> {
  const minutes = values.minutes ?? '1'
  if (!json) console.log(`soak: ${minutes} min; again with SEED: --seed ${seed}`)
  const often = values.often.flatMap((strike) => ['--often', strike])
  const [result] = await soak([], minutes, [['--seed', seed, ...often]])
  if (!result) return false
  const { wrong, struck } = result
  if (json) console.log(JSON.stringify(result))
  else {
    const { accepted, lost, doubled, inversions, unknown, batches, faults, refused, settled } = result
    const row = { accepted, lost, doubled, inversions, unknown, batches, faults }
    console.table([{ ...row, 'refused by the disk': refused, 'ms to rest': settled }])
    console.log(wordsOf(struck))
    for (const each of wrong) console.log(each)
  }
  return wrong.length === 0
}

const wordsOf = (struck: Readonly<Record<string, number>>) =>
  Object.entries(struck)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

async function planted(plants: readonly Plant[]): Promise<boolean> {
  const minutes = values.minutes ?? PLANTED_MINUTES
  const seeds = Array.from({ length: times }, (_, i) => String(Number(seed) + i))
  const rows: { bug: string; caught: number; of: number; after: string; by: string }[] = []
  for (const { name, edits } of plants) {
    if (!json) console.log(`planted: ${name}; seeds from ${seed}`)
    const runs = seeds.map((each) => ['--plant', name, '--seed', each])
    const results = await soak(edits, minutes, runs)
    const found = results.filter(({ wrong }) => wrong.length > 0)
    const after = found.map(({ accepted }) => accepted).join(' ')
    const by = [...new Set(found.map(({ wrong: [first = ''] }) => first.slice(0, 60)))].join('; ')
    rows.push({ bug: name, caught: found.length, of: times, after, by })
  }
  if (json) console.log(JSON.stringify(rows))
  else {
    console.table(rows)
    console.log(`${rows.filter(({ caught }) => caught === times).length} of ${rows.length} caught every time`)
  }
  return rows.every(({ caught }) => caught === times)
}

/** Those whose names hold one of the words given; all of them where none is. */
function choose(words: readonly string[]): readonly Plant[] {
  const named = (word: string) => PLANTS.filter(({ name }) => name.includes(word))
  const stray = words.filter((word) => named(word).length === 0)
  if (stray.length > 0) refuse(`no planted bug is called ${stray.join(' or ')}; there are:${namesOf(PLANTS)}`)
  return words.length === 0 ? PLANTS : [...new Set(words.flatMap(named))]
}
/** Says what is wrong with how it was called, before anything is begun. */
function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}
const namesOf = (plants: readonly Plant[]) => plants.map(({ name }) => `\n  ${name}`).join('')

if (!values.planted && positionals.length > 0) refuse(`only --planted takes names: ${positionals.join(' ')}`)
if (!Number.isInteger(times) || times < 1) refuse(`--times takes a whole number, not ${values.times}`)
const isGood = values.planted ? await planted(choose(positionals)) : await sound()
process.exitCode = isGood ? 0 : 1
