// npm run bench -- NAME [--json] [--cases N] [--rows N] [--pairs FOLDER] [--keep FOLDER]: runs one measurement and prints its table, or one object.
import { parseArgs } from 'node:util'
import type { Report } from './report.ts'
import { print } from './report.ts'

interface Options {
  cases?: number
  /** Rows of the report as CSV. */
  rows?: number
  /** A folder with names: screening alone needs one. */
  pairs?: string
  /** The folder of the oversight database, so that the next run need not make it. */
  keep?: string
}

/** Each name loads its own module: a measurement is never in the way of another. */
const BENCHES: Record<string, () => Promise<{ measure: (options: Options) => Promise<Report> }>> = {
  ingestion: () => import('./server/ingestion.ts'),
  backtest: () => import('./server/backtest.ts'),
  offline: () => import('./offline/measure.ts'),
  'offline-engine': () => import('./offline/engine.ts'),
  'demo-large': () => import('./server/demo.ts'),
  screening: () => import('./screening/measure.ts'),
  facts: () => import('./server/facts.ts'),
  claims: () => import('./server/claims.ts'),
  oversight: () => import('./oversight/pages.ts'),
  careless: () => import('./oversight/careless.ts'),
  'report-csv': () => import('./server/report-csv.ts'),
  server: () => import('./server/measure.ts'),
  stacks: () => import('./offline/stacks.ts'),
  triage: () => import('./offline/triage.ts'),
  'import-forms': () => import('./server/import-forms.ts'),
  readers: () => import('./server/readers.ts'),
  'palette-ranking': () => import('./palette/measure.ts'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    cases: { type: 'string' },
    rows: { type: 'string' },
    pairs: { type: 'string' },
    keep: { type: 'string' },
  },
})
const load = BENCHES[positionals[0] ?? '']
if (load === undefined) {
  console.error(
    `usage: npm run bench -- NAME [--json] [--cases N] [--rows N] [--pairs FOLDER] [--keep FOLDER], NAME one of ${Object.keys(BENCHES).join(', ')}`,
  )
  process.exitCode = 1
} else {
  const { measure } = await load()
  const report = await measure({
    ...(values.cases !== undefined && { cases: Number(values.cases) }),
    ...(values.rows !== undefined && { rows: Number(values.rows) }),
    ...(values.pairs !== undefined && { pairs: values.pairs }),
    ...(values.keep !== undefined && { keep: values.keep }),
  })
  print(report, values.json)
  if (report.isMissed) process.exitCode = 1
}
