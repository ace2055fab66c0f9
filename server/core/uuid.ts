/** Identifiers that follow from names. */
import { createHash } from 'node:crypto'

/** The same name gives the same identifier (RFC 9562, version 8), so that a rebuilt world keeps its links. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
