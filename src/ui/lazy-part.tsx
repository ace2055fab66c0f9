// Parts of the page whose code is fetched apart, and drawn at once where it is there already.
import { lazy, useState, type ComponentType } from 'react'

/** The delay before a failed part is requested again. */
const REST_MS = 1000

/**
 * A lazy component, and its preload. A preloaded one is drawn in the same frame: a promise, even a settled one, would
 * suspend, and React delays suspended content for 300 ms.
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
        // requested again by the next render, not by this one
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
