/** Reads the facts of a case or an account alert; kept for a start without a network. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { useData, type Data } from '#src/data/data.ts'
import type { Api } from '#src/data/net/api.ts'
import { capabilitiesQuery } from '#src/data/net/capabilities.ts'
import { evidenceOf, type ReadEvidence, type Reading, type ReadSheet } from './read-evidence.ts'

const MINUTE = 60_000
/** Facts on screen are read again this often, so that no decision waits for it, ms. */
const READ_AGAIN_MS = 10 * MINUTE

/** The subject of facts: a case with all its alerts, or one account alert. */
export interface FactSubject {
  kind: 'case' | 'alert'
  id: string
  platform: string
}

/** The start of the keys of all facts. */
export const FACTS_KEY = ['facts'] as const
const keyOf = ({ kind, platform, id }: FactSubject) => [...FACTS_KEY, kind, platform, id] as const

export const factsQuery = (api: Api, subject: FactSubject) =>
  queryOptions({
    queryKey: keyOf(subject),
    queryFn: async ({ signal }): Promise<FactSheet> => {
      // not in the first load
      const { facts } = await import('#contract/calls/cases/facts.ts')
      const { kind, id, platform } = subject
      const how = { signal, platform, quiet: true }
      return kind === 'case'
        ? api.send(facts.ofCase, { params: { caseId: id } }, how)
        : api.send(facts.ofAlert, { params: { alertId: id } }, how)
    },
    meta: { persist: true, about: subject.id },
    staleTime: MINUTE,
  })

/** The facts as far as they are on this device, at once: a key never waits for them. */
export const readFacts = (queries: QueryClient, subject: FactSubject): FactSheet | undefined =>
  queries.getQueryData(keyOf(subject))

/** The same with the time of reading by this device's clock. */
function readSheet(queries: QueryClient, subject: FactSubject): ReadSheet {
  const { data, dataUpdatedAt = 0 } = queries.getQueryState<FactSheet>(keyOf(subject)) ?? {}
  return { sheet: data, readAt: dataUpdatedAt }
}

/** How this device reads facts now. Until the server is known, closings rest on them. */
export function readingNow({ api, queries, connectivity }: Pick<Data, 'api' | 'queries' | 'connectivity'>): Reading {
  const known = queries.getQueryData(capabilitiesQuery(api).queryKey)
  return { isRequired: known?.facts ?? known === undefined, isOffline: !connectivity.isOnline(), now: Date.now() }
}

/** The evidence for a decision on a case or an account alert, from what is on this device. */
export const evidenceOn = (data: Pick<Data, 'api' | 'queries' | 'connectivity'>, subject: FactSubject): ReadEvidence =>
  evidenceOf(readSheet(data.queries, subject), readingNow(data))

const NOBODY: FactSubject = { kind: 'case', id: '', platform: '' }

/** The facts, and whether they can still come: a server that speaks the catalogue alone has none. */
export function useFacts(subject: FactSubject | null): { sheet: FactSheet | undefined; isPending: boolean } {
  const { api } = useData()
  const options = factsQuery(api, subject ?? NOBODY)
  const { data, isPending } = useQuery({ ...options, enabled: subject !== null, refetchInterval: READ_AGAIN_MS })
  return { sheet: data, isPending }
}
