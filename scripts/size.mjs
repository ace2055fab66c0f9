// How much JavaScript the window loads first, and how much each screen adds, against the budgets of the project.
// npm run size [-- --parts]: of the present files; with the parts of the first load by package and by folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { AFTER_FIRST_ROWS, FIRST_SCREEN, PARTS } from './chunks.mjs'
import { setup } from './setup.mjs'

/**
 * Kilobytes, gzipped. The goal of the first load is 160: docs/decisions/0013-first-load-budget-with-the-real-queue.md.
 * `later` is what every start fetches after the first rows, before any other screen is drawn.
 */
const BUDGET = { first: 227, later: 352, screen: 46, engine: 83 }
/** How many files a visit and the service worker fetch. */
const FILES = { scripts: 60, precache: 90 }

/** Prints the tables; true when every budget is kept and the first load is announced. */
export function checkSizes() {
  if (!existsSync(`dist/${PARTS}`)) {
    console.error('not run: there is no build to measure')
    return false
  }
  const build = readParts('dist')
  const rows = [...measure('dist', build), ...count('dist')]
  for (const { name, found, unit, limit } of rows) {
    const figure = unit === 'kB' ? found.toFixed(1) : String(found)
    console.log(`${figure.padStart(7)} of ${limit} ${unit}  ${name}${found > limit ? '  OVER' : ''}`)
  }
  const missing = notAnnounced('dist', build)
  if (missing.length > 0) console.error(`index.html does not announce ${missing.join(', ')} of the first load`)
  return missing.length === 0 && rows.every(({ found, limit }) => found <= limit)
}

function measure(folder, build) {
  const { modules } = build
  const screens = Object.keys(modules).filter((source) => source.endsWith('.screen.tsx'))
  const first = firstLoad(build)
  const weigh = (files) => {
    let bytes = 0
    for (const file of files) bytes += gzipSync(readFileSync(`${folder}/${file}`)).length
    return bytes / 1000
  }
  const beyond = (files, known) => weigh([...files].filter((file) => !known.has(file)))
  const later = Object.keys(build.files).filter((file) => AFTER_FIRST_ROWS.some((group) => file.includes(`/${group}-`)))
  const start = new Set([...first, ...closure(build, later)])
  const workers = readdirSync(`${folder}/assets`).filter((name) => /^(engine|worker)\b.*\.js$/.test(name))
  const row = (name, kilobytes, limit) => ({ name, found: kilobytes, unit: 'kB', limit })
  return [
    row(`first load with ${FIRST_SCREEN}`, weigh(first), BUDGET.first),
    row(`after the first rows: ${AFTER_FIRST_ROWS.join(', ')}`, beyond(start, first), BUDGET.later),
    ...workers.map((name) => row(name, weigh([`assets/${name}`]), BUDGET.engine)),
    ...screens
      .filter((source) => source !== FIRST_SCREEN)
      .map((source) => row(source, beyond(closure(build, [modules[source]]), start), BUDGET.screen)),
  ]
}

function count(folder) {
  const scripts = readdirSync(`${folder}/assets`).filter((name) => name.endsWith('.js')).length
  const precached = readFileSync(`${folder}/sw.js`, 'utf8').match(/sha256-/g)?.length ?? 0
  return [
    { name: 'script files', found: scripts, unit: 'files', limit: FILES.scripts },
    { name: 'files that the service worker keeps', found: precached, unit: 'files', limit: FILES.precache },
  ]
}

function readParts(folder) {
  const build = JSON.parse(readFileSync(`${folder}/${PARTS}`, 'utf8'))
  if (!build.modules[FIRST_SCREEN])
    throw new Error(`the build has no ${FIRST_SCREEN}, with which the first load is measured`)
  return build
}

const firstLoad = (build) => closure(build, [build.modules['index.html'], build.modules[FIRST_SCREEN]])

/** A script that is not announced is fetched only after the one that imports it. */
function notAnnounced(folder, build) {
  const page = readFileSync(`${folder}/index.html`, 'utf8')
  return [...firstLoad(build)].filter((file) => !page.includes(`/${file}"`))
}

/** Some files with everything they import statically. */
function closure({ files }, some) {
  const seen = new Set(some)
  for (const file of seen) for (const next of files[file] ?? []) seen.add(next)
  return seen
}

if (process.argv[1] === import.meta.filename) {
  await setup()
  if (!build() || !checkSizes()) process.exitCode = 1
  if (process.argv.includes('--parts')) {
    // with the packages that setup may just have fetched
    const { printParts } = await import('./size-parts.mjs')
    await printParts(FIRST_SCREEN)
  }
}
