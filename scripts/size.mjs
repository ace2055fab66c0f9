// How many bytes the window loads first, and how many each screen adds, against the budgets of the project.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Kilobytes of gzipped JavaScript. */
const BUDGET = { first: 160, screen: 45, engine: 70 }
const QUEUE = /^cases?[.-]|^queue[.-]|case-queue/

/** Prints the table; true when every budget is kept. */
export function checkSizes(folder = 'dist') {
  if (!existsSync(`${folder}/index.html`)) {
    console.error('not run: there is no build to measure')
    return false
  }
  const rows = measure(folder)
  for (const { name, kilobytes, limit } of rows) {
    const note = kilobytes > limit ? ` OVER ${limit}` : ` of ${limit}`
    console.log(`${name.padEnd(40)}${kilobytes.toFixed(1).padStart(8)} kB${note}`)
  }
  return rows.every(({ kilobytes, limit }) => kilobytes <= limit)
}

export function measure(folder) {
  const html = readFileSync(`${folder}/index.html`, 'utf8')
  const scripts = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path)
  const shell = closure(folder, scripts)
  const chunks = readdirSync(`${folder}/assets`).filter((name) => name.endsWith('.js'))
  const screens = chunks.filter((name) => name.includes('.screen-'))
  const added = (name) =>
    weigh(
      folder,
      [...closure(folder, [`assets/${name}`])].filter((path) => !shell.has(path)),
    )
  const queue = screens.find((name) => QUEUE.test(name))
  return [
    {
      name: queue ? 'first load with the queue' : 'first load',
      kilobytes: weigh(folder, shell) + (queue ? added(queue) : 0),
      limit: BUDGET.first,
    },
    ...screens.filter((name) => name !== queue).map((name) => ({ name, kilobytes: added(name), limit: BUDGET.screen })),
    ...chunks
      .filter((name) => /engine|worker/.test(name) && !scripts.includes(`assets/${name}`))
      .map((name) => ({ name, kilobytes: weigh(folder, [`assets/${name}`]), limit: BUDGET.engine })),
  ]
}

/** The files and everything they import statically. */
function closure(folder, entries, found = new Set()) {
  for (const path of entries) {
    if (found.has(path)) continue
    found.add(path)
    const code = readFileSync(`${folder}/${path}`, 'utf8')
    const imports = [
      ...code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+from)?\s*["'](\.[^"']+\.js)["']/g),
    ]
    closure(
      folder,
      imports.map(([, specifier]) => posix.join(posix.dirname(path), specifier)),
      found,
    )
  }
  return found
}

function weigh(folder, paths) {
  let bytes = 0
  for (const path of paths) bytes += gzipSync(readFileSync(`${folder}/${path}`)).length
  return bytes / 1000
}
