import { useEffect, useState } from 'react'
import type { Hit, HitKind, Ports } from './ports.ts'

/** The server is asked once nothing was typed for so long, ms. */
export const idleBefore = 150

/** What the server finds for a query, once it rests; nothing for an empty one, and nothing of the query before. */
export function useRemote(ports: Ports, query: string, kinds: readonly HitKind[]) {
  const key = query === '' ? '' : `${kinds.join()} ${query}`
  const [found, setFound] = useState<{ key: string; hits: readonly Hit[] }>({ key: '', hits: [] })
  useEffect(() => {
    if (key === '') return undefined
    const stop = new AbortController()
    const settle = (hits: readonly Hit[]) => stop.signal.aborted || setFound({ key, hits })
    const ask = () => ports.searchRemote(query, kinds, stop.signal).then(settle, () => settle([]))
    const timer = setTimeout(() => void ask(), idleBefore)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked for; the list of kinds is new each time
  }, [ports, key])
  const isSearching = key !== '' && found.key !== key
  return { hits: found.key === key ? found.hits : [], isSearching }
}
