/** People who can be assigned work, as far as this window has read them. */
import { useQuery } from '@tanstack/react-query'
import type { Person } from '#contract/model/common.ts'
import type { Data } from './data.ts'

/** The cache key of a platform's staff. */
export const managersKey = (platform: string) => ['cases', 'managers', platform] as const

interface Staff<M> {
  items: readonly M[]
}
const NOBODY: readonly Person[] = []

/** The staff of a platform; empty if not read yet. */
export function knownManagers<M extends Person>({ queries }: Pick<Data, 'queries'>, platform: string): readonly M[] {
  return queries.getQueryData<Staff<M>>(managersKey(platform))?.items ?? []
}

/** The same for rendering, without a request. */
export function useKnownManagers(platform: string): readonly Person[] {
  return useQuery<Staff<Person>>({ queryKey: managersKey(platform), enabled: false }).data?.items ?? NOBODY
}
