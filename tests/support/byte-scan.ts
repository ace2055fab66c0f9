/** Reads a browser's profile as somebody does who has the files: every byte of every one. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What is looked for: a text, in the encodings browsers write, or bytes as they are. */
export type Needle = string | Uint8Array

const bytesOf = (needle: Needle): Buffer[] =>
  typeof needle === 'string' ? [Buffer.from(needle, 'utf8'), Buffer.from(needle, 'utf16le')] : [Buffer.from(needle)]

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

/**
 * Where needles stand in a profile, as `file: needle`. What a database has compressed may hide one; a canary of random
 * letters does not compress, so that it stands somewhere in plain if it was ever written in plain.
 */
export function findInProfile(folder: string, needles: readonly Needle[]): string[] {
  const wanted = needles.map((needle) => ({ needle, forms: bytesOf(needle) }))
  return filesIn(folder).flatMap((path) => {
    const bytes = readFileSync(path)
    return wanted
      .filter(({ forms }) => forms.some((form) => bytes.includes(form)))
      .map(({ needle }) => `${relative(folder, path)}: ${typeof needle === 'string' ? needle : 'bytes'}`)
  })
}
