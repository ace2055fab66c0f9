// Ways out of a session, each with what it forgets (offline design, 2.8).
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

/**
 * Where the single sign-on begins; the identity provider sends back to `/authorize`. `anew`: a session there does not
 * do, somebody has to show who they are.
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

/** This device was revoked, or its user left in another tab: nothing is left to go on with. */
export function forgetDevice({ token }: Pick<Data, 'token'>): void {
  token.set(null)
  for (const name of ['patch', 'platform', 'version']) writeCookie(document, name, null)
  localStorage.clear()
  // whatever the browser does not let go of now is the shell, which is nobody's
  dropShell().catch(() => undefined)
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

/**
 * Ends the session here and on the server; answers where the identity provider signs out, null where it was not to be
 * reached. Forgets session, token, patch and version cookies. `keep` leaves what is not sent, sealed; else it is given up
 * for the reason, and everything of this user is destroyed.
 */
export async function signOut(data: Data, how: { keep: boolean; reason: string }): Promise<string | null> {
  // keymap and templates that have not reached a server that keeps them
  if (!how.keep) await data.user.sync()
  // a server that keeps none has no other copy of them either: they stay, sealed, with what opens them
  const keep = how.keep || keepsDocuments(data)
  if (data.engine.vault.state()) await data.engine.vault.leave({ ...how, keep })
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

/** The user's own documents have no home but this device, and something opens them there. */
function keepsDocuments({ capabilities, engine }: Pick<Data, 'capabilities' | 'engine'>): boolean {
  const slots = engine.vault.state()?.slots ?? []
  return capabilities().settings !== true && slots.some(({ type }) => type === 'pass' || type === 'prf')
}

async function dropShell(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister()
}

/**
 * Clear Cache: destroys what is cached of the server and of the shell, deletes the token, patch and platform cookies and
 * opens home from the network. What is not sent stays.
 */
export async function clearCache(data: Pick<Data, 'token' | 'engine' | 'queries'>): Promise<void> {
  data.queries.clear()
  await data.engine.vault.clearCache()
  // at once: it would begin to fill what has just been emptied
  data.engine.stop()
  await dropShell()
  clearLocalStorage()
  data.token.set(null)
  for (const name of ['patch', 'platform']) writeCookie(document, name, null)
  location.replace(`/?${Date.now()}`)
}
