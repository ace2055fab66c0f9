// The names and lengths of files, and texts that must not be in them.

/** Words in lower case joined by hyphens, with any number of dotted endings (`queue.screen.tsx`). */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
const LONGEST = 500
/** Long because they are tables, not because they do much. */
const TABLES = /^contract\/reference\//

export interface File {
  path: string
  text: string
}

export function misnamed(paths: string[]): string[] {
  return paths.filter((path) => {
    const [name = '', ...folders] = path.split('/').toReversed()
    return !NAME.test(name) || folders.some((folder) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(folder))
  })
}

export function overlong(files: File[]): string[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mjs|css)$/.test(path) && !TABLES.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > LONGEST)
    .map(({ path, lines }) => `${path}: ${lines} lines`)
}

/** Files that lie beside each other, at most; more hide what a folder is about. */
const SIBLINGS = 25
/** Folders of things of one kind, which nobody looks through, and those of tests, which go by the name of what they test. */
const ONE_OF_A_KIND = /^(server\/store\/migrations|tests\/\w+|tests\/contract\/roles)$/

/** Folders that hold too many files beside each other; a test counts with what it tests. */
export function crowded(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter((each) => !/\.(test|fake)\.tsx?$/.test(each))) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > SIBLINGS && !ONE_OF_A_KIND.test(folder))
    .map(([folder, count]) => `${folder}: ${count} files`)
}

/** Paths of somebody's machine and hosts of package registries, which mean nothing in another clone. */
const LOCAL: { what: string; pattern: RegExp }[] = [
  { what: 'a path of one machine', pattern: /(?:^|[\s"'`(=:])\/(?:work|home|root|Users|tmp)\/[\w.-]/m },
  { what: 'a package registry', pattern: /https?:\/\/[\w.-]*(registry|unpkg|npmjs|verdaccio)|^\s*registry\s*=/m },
]

export function localMentions(files: File[]): string[] {
  return files.flatMap(({ path, text }) =>
    LOCAL.filter(({ pattern }) => pattern.test(text)).map(({ what }) => `${path}: names ${what}`),
  )
}

/** Packages of a lock file that are pinned to the server they were once fetched from. */
export function pinnedToServer(lock: { packages: Record<string, { resolved?: string }> }): string[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([path]) => path)
}
