/** The filter of the address, and its setter. It is stored only there. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Narrowing } from './filter-control.ts'

export interface FilterControl<F> {
  platform: string
  /** Null while words that were typed earlier are being read from this device, and where it does not have them. */
  filter: F | null
  /** Words were typed that this device does not have: nothing is listed, since more than was searched would be. */
  lacksWords: boolean
  change: (part: Partial<F>) => void
  clear: () => void
}

/** The list's filter, read from the route. */
export function useFilter<F extends object>({ kind, words, hrefOf }: Narrowing<F>): FilterControl<F> {
  const { platform = '' } = useParams({ strict: false })
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const key = typeof raw['q'] === 'string' ? raw['q'] : null
  const at = JSON.stringify(raw)
  const [recalled, setRecalled] = useState<{ key: string; words: object | null } | null>(null)

  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    void Promise.resolve(words.recall(key)).then((found) => isCurrent && setRecalled({ key, words: found }))
    return () => {
      isCurrent = false
    }
  }, [key, words])

  const { filter, open } = useMemo(() => {
    const known = key === null ? {} : words.recall(key)
    const typed = known instanceof Promise ? (recalled?.key === key ? recalled.words : null) : known
    // an id or an amount that somebody writes into the address is read as a number, and filters hold text
    const raw = JSON.parse(at, (_, value: unknown) => (typeof value === 'number' ? String(value) : value)) as object
    return { filter: typed && kind.read({ ...raw, ...typed }), open: kind.read(raw) }
  }, [at, key, recalled, words, kind])

  const go = (next: F) => void navigate({ to: hrefOf(platform, next) })
  return {
    platform,
    filter,
    lacksWords: recalled !== null && recalled.key === key && recalled.words === null,
    change: (part) => go({ ...(filter ?? open), ...part }),
    clear: () => go(kind.cleared(filter ?? open)),
  }
}
