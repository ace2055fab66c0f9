/** Reads a list in a process of its own: what was published elsewhere must not hold up the server. */
import { ReaderFault } from '#server/readers/pool.ts'
import { reader, SLOW } from '#server/readers/reader.ts'
import type * as lists from './read-list-at.ts'
import type { SanctionsList } from './read.ts'

/** The largest lists have millions of entries. */
const LIMITS = { cpuMs: 900_000, memoryMib: 6000 }
export const readListAt = reader<typeof lists, 'readListAt'>(
  new URL('./read-list-at.ts', import.meta.url),
  'readListAt',
  LIMITS,
  SLOW,
)

/** As `readList`. Throws one message with the fault. */
export async function readListApart(
  path: string | undefined,
  source?: string,
  encoding?: string,
): Promise<SanctionsList> {
  try {
    return await readListAt({ path, source, encoding })
  } catch (error) {
    // the reader names the place itself
    if (!(error instanceof ReaderFault) || error.reason === 'unreadable') throw error
    throw new Error(`The sanctions list at ${path ?? ''} cannot be used: ${error.message}`, { cause: error })
  }
}
