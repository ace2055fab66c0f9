// The names of files: a file exports something that shares a word with its name.
import type { Source } from './sources.ts'

/** Names that say which part of a noun a file holds; the folder names the noun. A `public.ts` exports what others may use. */
const PARTS =
  /\/(types|common|values|tables|columns|queries|effects|rights|transitions|validation|settings|links|public)\.tsx?$/

/** Files that are found by another word than their exports', by path or folder, with the reason. */
const REASONS: Readonly<Record<string, string>> = {
  'contract/calls/sign-in.ts': 'the catalogue calls the area `session`; people look for signing in',
  'contract/ops/hand-over.ts': 'a hand-over is a release or an escalation',
  'contract/reference/manual-entries.ts': 'the tables that it adds to have their own names',
  'engine/protocol.ts': 'the messages between window and engine, each with a name of its own',
  'server/account-alerts/hand-over.ts': 'a hand-over is a release or an escalation',
  'server/audit/audit.ts': '`record(tx, …)` is what every noun calls',
  'server/cases/hand-over.ts': 'a hand-over is a release or an escalation',
  'server/core/settings/readers.ts': 'a reader is named by what it reads: `flag`, `address`',
  'server/demo/': 'an entry of the demo is named by what it makes',
  'server/screening/names/': 'the parts of a comparison go by the names of linguistics',
  'server/store/sql.ts': 'pieces of SQL that queries share',
}

/** Files below these folders that export nothing sharing a word with their name. */
export function unfindable(sources: readonly Source[], folders: readonly string[]): string[] {
  return sources
    .filter(
      ({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)) && !/\.(test|fake|d)\.tsx?$/.test(path),
    )
    .filter(({ path }) => !PARTS.test(path) && !/\/migrations\//.test(path))
    .filter(({ path }) => !Object.keys(REASONS).some((known) => path.startsWith(known)))
    .filter(({ path, exported }) => exported.length > 0 && !exported.some((name) => sharesWord(fileName(path), name)))
    .map(({ path, exported }) => `${path}: exports ${exported.join(', ')}`)
}

/** Reasons that no file needs any more. */
export function needlessReasons(sources: readonly Source[]): string[] {
  return Object.keys(REASONS).filter(
    (known) =>
      !sources.some(
        ({ path, exported }) =>
          path.startsWith(known) && exported.length > 0 && !exported.some((name) => sharesWord(fileName(path), name)),
      ),
  )
}

const fileName = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.tsx?$/, '')

/** True if two names share a word, up to its ending: `queries` and `readQuery`. */
export function sharesWord(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => words.some((each) => isSame(word, each)))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one.replace(/s$/, ''), other.replace(/s$/, '')]
  const least = Math.min(a.length, b.length)
  const stem = Math.max(4, least - 3)
  return a === b || (least >= 4 && a.slice(0, stem) === b.slice(0, stem))
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
