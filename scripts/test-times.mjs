// The times of npm test, by stage and by test; npm run test:times prints those of the last run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = '.cache/times.json'
const SLOWEST = 20
const KINDS = ['runner', 'browser', 'server', 'database']

/**
 * A stage has its name, its `budget` and what it took, `wall`, in seconds, and seconds of processor time by kind of
 * program, `processor`, where the system tells.
 */
export function writeTimes(times) {
  mkdirSync('.cache', { recursive: true })
  writeFileSync(FILE, JSON.stringify(times))
}

/** Two tables in Markdown: stages, and the slowest tests. */
export function timesTable({ stages, tests }) {
  const seconds = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 1 : 0))
  const row = (cells) => `| ${cells.join(' | ')} |`
  const sum = (values) => values.reduce((total, value) => total + (value ?? 0), 0)
  const ofKind = (kind) => (stage) => stage.processor?.[kind]
  const line = (name, budget, wall, processor) => [name, budget, wall, sum(processor), ...processor].map(cell)
  const cell = (value) => (typeof value === 'number' ? seconds(value) : (value ?? ''))
  const all = stages.map((stage) =>
    line(
      stage.name,
      stage.budget,
      stage.wall,
      KINDS.map((kind) => ofKind(kind)(stage)),
    ),
  )
  const total = line(
    'together',
    sum(stages.map(({ budget }) => budget)),
    sum(stages.map(({ wall }) => wall)),
    KINDS.map((kind) => sum(stages.map(ofKind(kind)))),
  )
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return [
    row(['stage, seconds', 'budget', 'took', 'processor', ...KINDS]),
    row(['---', '--:', '--:', '--:', ...KINDS.map(() => '--:')]),
    ...[...all, total].map(row),
    '',
    row(['slowest tests', 'seconds']),
    row(['---', '--:']),
    ...slowest.map(({ name, ms }) => row([name.replaceAll('|', '\\|'), seconds(ms / 1000)])),
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  if (existsSync(FILE)) console.log(timesTable(JSON.parse(readFileSync(FILE, 'utf8'))))
  else console.error('nothing was measured yet: npm test does')
}
