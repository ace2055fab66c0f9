/** Whom work can be given to, as far as this window has read it. */
import { useQuery } from '@tanstack/react-query'
import type { Person } from '#contract/model/common.ts'
import type { Data } from './data.ts'

/** Under which the staff of a platform is kept. */
export const managersKey = (platform: string) => ['cases', 'managers', platform] as const

interface Staff<M> {
  items: readonly M[]
}
const NOBODY: readonly Person[] = []

/** The staff of a platform; none where nobody has asked for it yet. */
export function knownManagers<M extends Person>({ queries }: Pick<Data, 'queries'>, platform: string): readonly M[] {
  return queries.getQueryData<Staff<M>>(managersKey(platform))?.items ?? []
}

/** The same for what is drawn; asks nobody. */
export function useKnownManagers(platform: string): readonly Person[] {
  return useQuery<Staff<Person>>({ queryKey: managersKey(platform), enabled: false }).data?.items ?? NOBODY
}
