import { useEffect, useState } from 'react'
import type { Hit, HitKind, Ports } from '#src/commands/ports.ts'

/** The server is asked once nothing was typed for so long, ms. */
export const idleBefore = 150

interface Found {
  key: string
  hits: readonly Hit[]
  /** The server has been asked as well. */
  isAll: boolean
}
const nothing: Found = { key: '', hits: [], isAll: true }

/** The results of device and server for a query after a pause; none for an empty one. */
export function useRemote(ports: Ports, query: string, kinds: readonly HitKind[]) {
  const key = query === '' ? '' : `${kinds.join()} ${query}`
  const [found, setFound] = useState<Found>(nothing)
  useEffect(() => {
    if (key === '') return undefined
    const stop = new AbortController()
    const show = (hits: readonly Hit[], isAll: boolean) => stop.signal.aborted || setFound({ key, hits, isAll })
    const ask = () =>
      ports
        .searchRemote(query, kinds, stop.signal, (hits) => show(hits, false))
        .then(
          (hits) => show(hits, true),
          () => setFound((was) => (was.key === key ? { ...was, isAll: true } : { key, hits: [], isAll: true })),
        )
    const timer = setTimeout(() => void ask(), idleBefore)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked for; the list of kinds is new each time
  }, [ports, key])
  const isSearching = key !== '' && !(found.key === key && found.isAll)
  return { hits: found.key === key ? found.hits : [], isSearching }
}
