// Parts of the page whose code is fetched apart, and drawn at once where it is there already.
import { lazy, useState, type ComponentType } from 'react'

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
  const Awaited = lazy(() => load().then((component) => ({ default: component })))
  function LazyPart(props: P) {
    const [Part] = useState<ComponentType<P>>(() => fetched ?? Awaited)
    return <Part {...props} />
  }
  return [LazyPart, fetch]
}
