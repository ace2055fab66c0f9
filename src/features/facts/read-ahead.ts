import type { Data } from '#src/data/data.ts'
import { factsQuery, readFacts, type FactSubject } from './queries.ts'

/** The number read at once. */
const AT_ONCE = 4

/**
 * Reads the facts of a selection, those that are missing or older than a minute; `tell` is called after each. Those that
 * cannot be read stay unread, and nothing is closed on them. Never rejects.
 */
export async function readFactsAhead(
  { api, queries }: Pick<Data, 'api' | 'queries'>,
  subjects: readonly FactSubject[],
  tell: (read: number) => void = () => {},
): Promise<void> {
  const rest = subjects.values()
  let done = 0
  const read = async () => {
    for (const subject of rest) {
      const query = factsQuery(api, subject)
      await queries.prefetchQuery(query)
      // a preview that closes ends the request that it began, also for who has joined it
      if (!readFacts(queries, subject)) await queries.prefetchQuery(query)
      done += 1
      tell(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}
