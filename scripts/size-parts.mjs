// The parts of the first load: its modules are built again with one chunk a package and one a folder of ours, so that
// each part is weighed as it is served.
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, loadConfigFromFile } from 'vite'

/** Prints the table of parts for the entry with one screen, heaviest first. */
export async function printParts(screen) {
  const first = firstOf(await bundle(), screen)
  const ids = new Set(first.flatMap(({ moduleIds }) => moduleIds))
  const groups = [{ name: (id) => (ids.has(id) ? partOf(id) : null) }]
  const apart = await bundle({ codeSplitting: { includeDependenciesRecursively: false, groups } })
  const parts = firstOf(apart, screen).map(({ name, code }) => ({ name, kilobytes: weigh(code) }))
  for (const { name, kilobytes } of parts.toSorted((a, b) => b.kilobytes - a.kilobytes)) {
    console.log(`${kilobytes.toFixed(1).padStart(7)} kB  ${name}`)
  }
  const total = parts.reduce((sum, { kilobytes }) => sum + kilobytes, 0)
  const together = first.reduce((sum, { code }) => sum + weigh(code), 0)
  console.log(`${total.toFixed(1).padStart(7)} kB  apart; ${together.toFixed(1)} kB as it is served`)
}

async function bundle(output) {
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' })
  const plugins = (await Promise.all(config.plugins.flat())).flat()
  const files = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    // the service worker is no part of the window
    plugins: plugins.filter(({ name }) => !name.startsWith('vite-plugin-pwa')),
    build: { ...config.build, write: false, ...(output && { rolldownOptions: { output } }) },
  })
  return files.output.filter(({ type }) => type === 'chunk')
}

/** The chunks of the entry and of the screen, and all they import statically. */
function firstOf(chunks, screen) {
  const found = new Set(chunks.filter((each) => each.isEntry || each.moduleIds.some((id) => id.endsWith(screen))))
  for (const { imports } of found) for (const each of chunks) if (imports.includes(each.fileName)) found.add(each)
  return [...found]
}

/** A package's name or a folder of ours; null leaves a module to the entry. */
function partOf(id) {
  const path = relative(process.cwd(), id.split('?')[0]).replaceAll('\\', '/')
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  const [, folder] = /^(contract(?:\/[^/.]+)?|src\/features\/[^/]+|src\/[^/.]+)\//.exec(path) ?? []
  return inPackage ?? folder ?? null
}

function weigh(code) {
  return gzipSync(code).length / 1000
}
