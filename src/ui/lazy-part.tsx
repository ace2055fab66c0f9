// Parts of the page whose code is fetched apart, and drawn at once where it is there already.
import { lazy, useState, type ComponentType } from 'react'

/** What did not come is not asked for again for so long. */
const REST_MS = 1000

/**
 * A component of a chunk of its own, and what fetches it beforehand. Once fetched it is drawn in the frame of its key: a
 * promise, even a settled one, would suspend, and React holds back what was suspended for 300 ms.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): [part: ComponentType<P>, fetch: () => Promise<void>] {
  let fetched: ComponentType<P> | null = null
  const fetch = async () => {
    fetched ??= await load()
  }
  const wait = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        // asked for again by who draws it later, not by who is being told
        setTimeout(() => (Awaited = wait()), REST_MS)
        throw error
      }
    })
  let Awaited = wait()
  function LazyPart(props: P) {
    const [Part] = useState<ComponentType<P>>(() => fetched ?? Awaited)
    return <Part {...props} />
  }
  return [LazyPart, fetch]
}
