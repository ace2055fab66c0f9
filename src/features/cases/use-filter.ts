/** The filter as the address has it, and changing it. The address is the only place it is kept. */
import { defaultStringifySearch, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { DEFAULT_FILTER, privateWords, readFilter, toAddress, type CaseFilter } from './filter.ts'
import { queueHref } from './links.ts'
import type { PrivateWords, Words } from './private-words.ts'

/** The address of a queue through a filter. */
export function filterHref(platform: string, filter: CaseFilter, words: PrivateWords): string {
  const typed = privateWords(filter)
  const search = { ...toAddress(filter), ...(typed && { q: words.keep(typed, platform) }) }
  return queueHref(platform) + defaultStringifySearch(search)
}

export interface FilterControl {
  platform: string
  /** Null while words that were typed earlier are being read from this device. */
  filter: CaseFilter | null
  change(part: Partial<CaseFilter>): void
  clear(): void
}

/** The queue's filter, read from the route. */
export function useFilter(words: PrivateWords): FilterControl {
  const { platform = '' } = useParams({ strict: false })
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const key = typeof raw['q'] === 'string' ? raw['q'] : null
  const at = JSON.stringify(raw)
  const [recalled, setRecalled] = useState<{ key: string; words: Words } | null>(null)

  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    void Promise.resolve(words.recall(key)).then((found) => isCurrent && setRecalled({ key, words: found ?? {} }))
    return () => {
      isCurrent = false
    }
  }, [key, words])

  const filter = useMemo(() => {
    const known = key === null ? {} : words.recall(key)
    const typed = known instanceof Promise ? (recalled?.key === key ? recalled.words : null) : known
    return typed && readFilter({ ...(JSON.parse(at) as object), ...typed })
  }, [at, key, recalled, words])

  const go = (next: CaseFilter) => void navigate({ to: filterHref(platform, next, words) })
  return {
    platform,
    filter,
    change: (part) => go({ ...(filter ?? DEFAULT_FILTER), ...part }),
    clear: () => go(DEFAULT_FILTER),
  }
}
