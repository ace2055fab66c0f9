// The signed-in user and platforms. Stored on this device as well, so that the window opens offline.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { session as calls, type Profile } from '#contract/calls/sign-in.ts'
import type { Platform } from '#contract/model/platform.ts'
import { useData, type Data } from '#src/data/data.ts'
import type { Api } from '#src/data/net/api.ts'

export interface Session {
  profile: Profile
  platforms: Platform[]
}

const FRESH_MS = 5 * 60_000

export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }): Promise<Session> => {
      const [profile, { items }] = await Promise.all([
        api.send(calls.info, {}, { signal, platform: '' }),
        api.send(calls.platforms, {}, { signal, platform: '' }),
      ])
      return { profile, platforms: items }
    },
    staleTime: FRESH_MS,
    // it fails offline: a query waiting for the network would leave the page empty
    networkMode: 'always' as const,
    // the staff member's own name and the platforms: no customer data
    meta: { boot: true },
  })
}

/** The session as far as this window knows it. */
export const knownSession = ({ queries, api }: Pick<Data, 'queries' | 'api'>): Session | undefined =>
  queries.getQueryData(sessionQuery(api).queryKey)

/** The session, from this device where it is known; the server is then asked without waiting for it. */
export async function ensureSession(data: Pick<Data, 'queries' | 'api' | 'engine' | 'token'>): Promise<Session> {
  const query = sessionQuery(data.api)
  const known = knownSession(data)
  const session = known ?? (await data.queries.fetchQuery(query))
  // its failure is the connection status's to tell, and a refused token's to act on; both have happened by then
  if (known && data.token.get()) void data.queries.prefetchQuery(query)
  data.engine.start({ id: session.profile.id, name: session.profile.fullName })
  return session
}

/** Destroys a platform's data as soon as the server leaves it out; returns the stop function. */
export function watchPlatforms({ queries, api, engine }: Pick<Data, 'queries' | 'api' | 'engine'>): () => void {
  const [name] = sessionQuery(api).queryKey
  return queries.getQueryCache().subscribe((event) => {
    // only from the server's answer, never from this device's copy
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (event.query.queryKey[0] !== name) return
    engine.vault.platforms((event.query.state.data as Session).platforms.map((platform) => platform.name))
  })
}

/** Inside the admin area, where the router has made sure of it. */
export function useSession(): Session {
  const { api } = useData()
  return useSuspenseQuery(sessionQuery(api)).data
}

/** Sees contracts, test and dashboard (docs/design/specification.md#roles). */
export function isAdministrator(profile: Profile): boolean {
  return profile.roles.some((role) => role === 'admin' || role === 'super_admin')
}

/** The only ones who approve document forms. */
export function isDocumentAdmin(profile: Profile): boolean {
  return profile.roles.includes('document_admin')
}
