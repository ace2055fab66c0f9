// Ways out of a session, each with what it forgets (docs/design/offline.md#purge-rules).
import { session as calls } from '#contract/calls/session.ts'
import type { Data } from '#src/data/data.ts'

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

/**
 * The start of single sign-on; the identity provider redirects to `/authorize`. `anew` requires authentication even
 * with a session there.
 */
export const signInUrl = (anew = false): string =>
  `/api${calls.login.path}?auth=1&spa_host=${encodeURIComponent(location.origin)}${anew ? '&anew=1' : ''}`

/** A refused token: forget the session and sign in again. The remembered path stays, to come back to. */
export function toSignIn(data: Pick<Data, 'token' | 'queries'>): void {
  // what was still being read when the session was ended here is no reason to begin another
  if (location.pathname === '/logout') return
  data.token.set(null)
  data.queries.clear()
  clearLocalStorage()
  location.assign(signInUrl())
}

/** What is left to settle before a session ends. */
export interface Unsettled {
  unsent: number
  stuck: number
}

/** What of this user would stay behind. */
export function unsettled({ engine }: Pick<Data, 'engine'>): Unsettled {
  const { unsent, conflict, dead } = engine.status()
  return { unsent, stuck: conflict + dead }
}
