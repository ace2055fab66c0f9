// Ways out of a session, each with what it forgets. The outbox and what Dexie holds stay in all of them.
import { session as calls } from '#contract/calls/session.ts'
import type { Data } from '#src/data/data.ts'
import { writeCookie } from '#src/data/session-store.ts'

/**
 * What outlives the clearing of local storage: the look of the window, the way a link from outside was to take, and the
 * sentinel by which the engine notices that its databases were taken away.
 */
const KEPT = ['docket.theme', 'docket.density', 'docket.language', 'docket.sentinel', 'add_panel']

/** Clears local storage but for what says nothing about a customer and has to outlive a session. */
export function clearLocalStorage(keep: readonly string[] = KEPT): void {
  const kept = keep.map((key) => [key, localStorage.getItem(key)] as const)
  localStorage.clear()
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value)
}

/** Where the single sign-on begins; the identity provider sends back to `/authorize`. */
export const signInUrl = (): string => `/api${calls.login.path}?auth=1&spa_host=${encodeURIComponent(location.origin)}`

/** A refused token: forget the session and sign in again. The remembered path stays, to come back to. */
export function toSignIn(data: Pick<Data, 'token' | 'queries'>): void {
  data.token.set(null)
  data.queries.clear()
  clearLocalStorage()
  location.assign(signInUrl())
}

/**
 * Ends the session here and on the server; answers where the identity provider signs out, null where it was not to be
 * reached. Forgets session, token, patch and version cookies.
 */
export async function signOut(data: Data): Promise<string | null> {
  let logoutUrl: string | null = null
  try {
    if (data.token.get()) logoutUrl = (await data.api.send(calls.logout, {}, { quiet: true })).logoutUrl
  } catch (error) {
    // without an answer the session still ends on this device, and by itself on the server
    console.info('Signed out on this device only', error)
  }
  data.token.set(null)
  data.queries.clear()
  for (const name of ['patch', 'version']) writeCookie(document, name, null)
  clearLocalStorage()
  return logoutUrl
}

/** Clear Cache: deletes the token, patch and platform cookies and opens home from the network. */
export function clearCache(data: Pick<Data, 'token'>): void {
  data.token.set(null)
  for (const name of ['patch', 'platform']) writeCookie(document, name, null)
  location.replace(`/?${Date.now()}`)
}
