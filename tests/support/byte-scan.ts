/** Reads every byte of every file in a browser's profile, as a thief of the disk could. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A needle: a text, in the encodings that browsers write, or bytes. */
export type Needle = string | Uint8Array

const bytesOf = (needle: Needle): Buffer[] =>
  typeof needle === 'string' ? [Buffer.from(needle, 'utf8'), Buffer.from(needle, 'utf16le')] : [Buffer.from(needle)]

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

/**
 * Finds needles in a profile, as `file: needle`. Compression by a database may hide one; a canary of random letters does
 * not compress, so that it is found if it was ever written in plain text.
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
