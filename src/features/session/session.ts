// Who is signed in and where they may work. Kept on this device as well, so that the window opens without a network.
import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { session as calls, type Profile } from '#contract/calls/session.ts'
import type { Platform } from '#contract/model/platform.ts'
import type { Api } from '#src/data/api.ts'
import { useData } from '#src/data/data.ts'

export interface Session {
  profile: Profile
  platforms: Platform[]
}

/** No customer data in it: the staff member's own name and the platforms. */
const CACHE = 'docket.session'
const FRESH_MS = 5 * 60_000

function readCache(): Session | undefined {
  const text = localStorage.getItem(CACHE)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Session
  } catch {
    // written by nobody but us: whatever it is, the server knows better
    localStorage.removeItem(CACHE)
    return undefined
  }
}

export function sessionQuery(api: Api) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }): Promise<Session> => {
      const [profile, { items }] = await Promise.all([
        api.send(calls.info, {}, { signal, platform: '' }),
        api.send(calls.platforms, {}, { signal, platform: '' }),
      ])
      const session = { profile, platforms: items }
      localStorage.setItem(CACHE, JSON.stringify(session))
      return session
    },
    staleTime: FRESH_MS,
  })
}

/** The session, from this device where it is known; then the server is asked without waiting for it. */
export async function ensureSession(queries: QueryClient, api: Api): Promise<Session> {
  const query = sessionQuery(api)
  const known = queries.getQueryData(query.queryKey)
  if (known) return known
  const cached = readCache()
  if (!cached) return queries.fetchQuery(query)
  queries.setQueryData(query.queryKey, cached, { updatedAt: 0 })
  // its failure is the connection status's to tell, and a refused token's to act on; both have happened by then
  void queries.prefetchQuery(query)
  return cached
}

/** Inside the admin area, where the router has made sure of it. */
export function useSession(): Session {
  const { api } = useData()
  return useSuspenseQuery(sessionQuery(api)).data
}

/** Sees contracts, test and dashboard (specification 1, section 6). */
export function isAdministrator(profile: Profile): boolean {
  return profile.roles.some((role) => role === 'admin' || role === 'super_admin')
}

/** The only ones who approve document forms. */
export function isDocumentAdmin(profile: Profile): boolean {
  return profile.roles.includes('document_admin')
}
