// How much JavaScript the window loads first, and how much each screen adds, against the budgets of the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** Kilobytes, gzipped. */
const BUDGET = { first: 160, screen: 45, engine: 70 }
/** The first load is one to a queue one can work in, not to an empty shell. */
const QUEUE = /^src\/features\/cases\/(queue|cases|case-queue|case-list)\.screen\.tsx$/

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
  const queue = screens.filter((source) => QUEUE.test(source))
  const first = closure(manifest, ['index.html', ...queue])
  const weigh = (files) => {
    let bytes = 0
    for (const file of files) bytes += gzipSync(readFileSync(`${folder}/${file}`)).length
    return bytes / 1000
  }
  const added = (source) => [...closure(manifest, [source])].filter((file) => !first.has(file))
  const workers = readdirSync(`${folder}/assets`).filter((name) => /^(engine|worker)\b.*\.js$/.test(name))
  return [
    { name: ['first load', ...queue].join(' with '), kilobytes: weigh(first), limit: BUDGET.first },
    ...workers.map((name) => ({ name, kilobytes: weigh([`assets/${name}`]), limit: BUDGET.engine })),
    ...screens
      .filter((source) => !queue.includes(source))
      .map((source) => ({ name: source, kilobytes: weigh(added(source)), limit: BUDGET.screen })),
  ]
}

/** The files of some sources with everything they import statically. */
function closure(manifest, sources) {
  const seen = new Set(sources)
  for (const source of seen) for (const next of manifest[source].imports ?? []) seen.add(next)
  return new Set([...seen].map((source) => manifest[source].file))
}
