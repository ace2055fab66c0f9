/**
 * A copy of the product's source with some of its lines edited: for the hooks the soak holds it by, and for bugs that
 * are planted to see them caught. The product itself has no switch for either.
 */
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const PARTS = ['contract', 'engine', 'public', 'scripts', 'server', 'src', 'sw', 'tests']
const FILES = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']

/** One place in one file; `from` must be there exactly once. */
export interface Edit {
  file: string
  from: string
  to: string
}

/**
 * The parts of the product that the soak holds: the data layer of a window, and the clock and the disk of each context.
 */
export const HOOKS: readonly Edit[] = [
  {
    file: 'src/app/app-window.ts',
    from: '  const session = () => knownSession(data)\n',
    to: '  const session = () => knownSession(data)\n  Object.assign(globalThis, { soak: data })\n',
  },
  {
    file: 'engine/base/clock.ts',
    from: '  now: () => Date.now(),',
    to: '  now: () => Date.now() + ((globalThis as { soakClock?: number }).soakClock ?? 0),',
  },
  {
    file: 'engine/base/disk-full.ts',
    from: '      return await write()\n',
    to: `      const disk = (globalThis as { soakDisk?: { isFull: boolean; refused: number } }).soakDisk
      if (disk?.isFull) {
        disk.refused += 1
        throw new DOMException('full', 'QuotaExceededError')
      }
      return await write()
`,
  },
]

/** Edits whose place is not there, or there twice: one line each. `folder` is the product's own unless told. */
export function misfits(edits: readonly Edit[], folder = root): string[] {
  return edits.flatMap(({ file, from }) => {
    const path = join(folder, file)
    const found = existsSync(path) ? readFileSync(path, 'utf8').split(from).length - 1 : 0
    return found === 1 ? [] : [`${file} has ${found} times: ${from.trim()}`]
  })
}

/** Copies the source into an empty folder and edits it. Throws where an edit finds another text than it was made for. */
export function growTree(folder: string, edits: readonly Edit[]): void {
  for (const name of [...PARTS, ...FILES]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  const wrong = misfits(edits, folder)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  for (const { file, from, to } of edits) {
    const path = join(folder, file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(from, () => to),
    )
  }
}
