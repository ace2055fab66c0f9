import type { Data } from '#src/data/data.ts'
import { factsQuery, readFacts, type FactSubject } from './queries.ts'

/** The maximum number read, four at a time; claims of further ones are named in the note as unchecked. */
const MOST = 250
const AT_ONCE = 4

/** Reads the facts of a selection that are not on this device, while a note for it is chosen. Fails silently: see `MOST`. */
export async function readFactsAhead(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  subjects: readonly FactSubject[],
): Promise<void> {
  const rest = subjects.slice(0, MOST).values()
  const read = async () => {
    for (const subject of rest) {
      const query = factsQuery(api, subject)
      await queries.prefetchQuery(query)
      // a preview that closes ends the request that it began, also for who has joined it
      if (!readFacts(queries, subject)) await queries.prefetchQuery(query)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}
