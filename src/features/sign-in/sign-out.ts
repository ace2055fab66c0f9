// The ways of ending a session, each with what it deletes (docs/design/offline.md#purge-rules).
import { session as calls } from '#contract/calls/sign-in.ts'
import type { Data } from '#src/data/data.ts'

/**
 * Kept when local storage is cleared: appearance, the target of an external link, and the sentinel by which the engine
 * detects deleted databases.
 */
const KEPT = ['docket.theme', 'docket.density', 'docket.language', 'docket.sentinel', 'add_panel']

/** Clears local storage, except values without customer data that must survive a session. */
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
  // a read still running at the end of the session must not start another one
  if (location.pathname === '/logout') return
  data.token.set(null)
  data.queries.clear()
  clearLocalStorage()
  location.assign(signInUrl())
}

/** Unsettled data before a session ends. */
export interface Unsettled {
  unsent: number
  stuck: number
}

/** Data of this user that would remain. */
export function unsettled({ engine }: Pick<Data, 'engine'>): Unsettled {
  const { unsent, conflict, dead } = engine.status()
  return { unsent, stuck: conflict + dead }
}
