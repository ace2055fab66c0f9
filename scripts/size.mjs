// How much JavaScript the window loads first, and how much each screen adds, against the budgets of the project.
// npm run size [-- --parts]: of the present files; with the parts of the first load by package and by folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { setup } from './setup.mjs'

/** Kilobytes, gzipped. The goal of the first load is 160: docs/decisions/0013-first-load-budget-with-the-real-queue.md. */
const BUDGET = { first: 233, screen: 46, engine: 83 }
/** The first load is one to a queue one can work in, not to an empty shell. */
const QUEUE = 'src/features/triage/cases-or-triage.screen.tsx'

/** Prints the table; true when every budget is kept. */
export function checkSizes() {
  if (!existsSync('dist/.vite/manifest.json')) {
    console.error('not run: there is no build to measure')
    return false
  }
  const rows = measure('dist')
  for (const { name, kilobytes, limit } of rows) {
    console.log(`${kilobytes.toFixed(1).padStart(7)} of ${limit} kB  ${name}${kilobytes > limit ? '  OVER' : ''}`)
  }
  return rows.every(({ kilobytes, limit }) => kilobytes <= limit)
}

function measure(folder) {
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
  const screens = Object.keys(manifest).filter((source) => source.endsWith('.screen.tsx'))
  if (!screens.includes(QUEUE)) throw new Error(`the build has no ${QUEUE}, with which the first load is measured`)
  const first = closure(manifest, ['index.html', QUEUE])
  const weigh = (files) => {
    let bytes = 0
    for (const file of files) bytes += gzipSync(readFileSync(`${folder}/${file}`)).length
    return bytes / 1000
  }
  const added = (source) => [...closure(manifest, [source])].filter((file) => !first.has(file))
  const workers = readdirSync(`${folder}/assets`).filter((name) => /^(engine|worker)\b.*\.js$/.test(name))
  return [
    { name: `first load with ${QUEUE}`, kilobytes: weigh(first), limit: BUDGET.first },
    ...workers.map((name) => ({ name, kilobytes: weigh([`assets/${name}`]), limit: BUDGET.engine })),
    ...screens
      .filter((source) => source !== QUEUE)
      .map((source) => ({ name: source, kilobytes: weigh(added(source)), limit: BUDGET.screen })),
  ]
}

/** The files of some sources with everything they import statically. */
function closure(manifest, sources) {
  const seen = new Set(sources)
  for (const source of seen) for (const next of manifest[source].imports ?? []) seen.add(next)
  return new Set([...seen].map((source) => manifest[source].file))
}

if (process.argv[1] === import.meta.filename) {
  await setup()
  if (!build() || !checkSizes()) process.exitCode = 1
  if (process.argv.includes('--parts')) {
    // with the packages that setup may just have fetched
    const { printParts } = await import('./size-parts.mjs')
    await printParts(QUEUE)
  }
}
