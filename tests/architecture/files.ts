// What files are called, how long they may be, and what must not be written in them.

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
