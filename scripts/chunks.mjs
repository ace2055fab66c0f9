// How the window is cut into files: the first load, the queue, the commands of all other screens, what may open over any
// screen, and a file for each feature. Fewer files make a start cheaper than smaller ones do: see docs/decisions/0310.
import { relative } from 'node:path'

/** The screen of the first load: it is fetched along with the entry, and its size counts with it. */
export const FIRST_SCREEN = 'src/features/queue/queue.screen.tsx'
/** Lists the files of a build, their static imports and the modules in them that are imported by `import()`. */
export const PARTS = '.vite/parts.json'
/** A part that this imports by `import()` takes the place of a screen. */
const TRIAGE_VIEW = 'src/features/triage/lazy-triage-view.ts'
/** A screen is fetched when it is opened: the `screens` of each `feature.ts` are in files of this name. */
const isScreen = (from, to) => to.endsWith('.screen.tsx') || from === TRIAGE_VIEW
/** The groups that every start fetches after the first rows, in order of importance. */
export const AFTER_FIRST_ROWS = ['commands', 'overlays', 'parts']

const posix = (id) => relative(process.cwd(), id.split('?')[0]).replaceAll('\\', '/')

/**
 * The groups of `output.codeSplitting`. A group takes along what its modules import, unless an earlier one has it, so
 * that no two files import each other.
 */
export function chunkGroups() {
  const later = laterParts()
  const groups = [
    { name: 'first', tags: ['$initial'] },
    { name: 'queue', test: (id) => posix(id) === FIRST_SCREEN },
    ...AFTER_FIRST_ROWS.map((group) => ({
      debugName: group,
      name: (id, context) => (later(context).get(id) === group ? group : null),
    })),
    { name: 'shared', minShareCount: 3, test: (id) => !/^contract\/reference|\bpdfjs/.test(posix(id)) },
    { name: 'conditions', test: (id) => OF_CONDITIONS.test(posix(id)) },
    { name: 'administration', test: (id) => OF_ADMINISTRATION.test(posix(id)) },
    { debugName: 'feature', name: (id) => /^src\/features\/([^/]+)\//.exec(posix(id))?.[1] ?? null },
  ]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

/** The group of each part that may be wanted on any screen: what the window imports by `import()`, but for screens. */
function laterParts() {
  let known
  return (context) => {
    if (known) return known
    known = new Map()
    const seen = new Set([`${process.cwd()}/index.html`])
    for (const id of seen) {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
      for (const next of importedIds) seen.add(next)
      for (const next of dynamicallyImportedIds) {
        if (!posix(next).startsWith('src/') || isScreen(posix(id), posix(next))) continue
        seen.add(next)
        known.set(next, groupOf(posix(next)))
      }
    }
    return known
  }
}

/** The screens of Administration are one file, since they are used together. */
const OF_ADMINISTRATION =
  /^src\/features\/(access|audit|jobs|notices|policies|presence|screening\/lists)\/[^/]*\.screen\.tsx$/

/** Overlays of a team's pages only are loaded with them. */
const OF_TEAM = /^src\/features\/(business-hours|quality|workload)\//

/** The editor of conditions and the check of a draft: wanted by those who write rules. */
const OF_CONDITIONS = /^src\/features\/rules\/editor\/(conditions\/|validate-draft\.ts)/

function groupOf(path) {
  if (/commands\.tsx?$/.test(path)) return 'commands'
  if (OF_TEAM.test(path) || OF_CONDITIONS.test(path)) return null
  return /^src\/(commands|ui)\//.test(path) ? 'overlays' : 'parts'
}

/** The chunk of a build with a module; throws where there is none. */
export function chunkWith(bundle, path) {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => posix(id) === path),
  )
  if (!found) throw new Error(`no file of the build has ${path}`)
  return found
}

/** Writes `PARTS`. */
export function listParts() {
  return {
    name: 'list-parts',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const isPart = (id) => {
        const { isEntry = false, dynamicImporters = [] } = this.getModuleInfo(id) ?? {}
        return isEntry || dynamicImporters.length > 0
      }
      const files = Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports]))
      const modules = Object.fromEntries(
        chunks.flatMap(({ fileName, moduleIds }) => moduleIds.filter(isPart).map((id) => [posix(id), fileName])),
      )
      this.emitFile({ type: 'asset', fileName: PARTS, source: JSON.stringify({ files, modules }) })
    },
  }
}
