// Ending the session: not part of the first load.
import { session as calls } from '#contract/calls/sign-in.ts'
import type { Data } from '#src/data/data.ts'
import { writeCookie } from '#src/data/user/session-store.ts'
import { clearLocalStorage } from './sign-out.ts'

/**
 * Ends the session here and on the server; returns the provider's sign-out address, null if the server was unreachable.
 * Deletes session, token, patch and version cookies. `keep` keeps unsent operations encrypted; otherwise they are
 * discarded with the reason, and all data of this user are destroyed.
 */
export async function signOut(data: Data, how: { keep: boolean; reason: string }): Promise<string | null> {
  // keymap and templates that have not reached a server that keeps them
  if (!how.keep) await data.user.sync()
  // a server that stores no documents has no other copy: they stay encrypted, with their keys
  const keep = how.keep || keepsDocuments(data)
  if (data.engine.vault.state()) await data.engine.calls.vaultLeave({ ...how, keep })
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

/**
 * Clear Cache: destroys what is cached of the server and of the shell, deletes the token, patch and platform cookies and
 * opens home from the network. What is not sent stays.
 */
export async function clearCache(data: Pick<Data, 'token' | 'engine' | 'queries'>): Promise<void> {
  data.queries.clear()
  await data.engine.calls.cacheClear()
  // at once: it would begin to fill what has just been emptied
  data.engine.stop()
  await dropShell()
  clearLocalStorage()
  data.token.set(null)
  for (const name of ['patch', 'platform']) writeCookie(document, name, null)
  location.replace(`/?${Date.now()}`)
}

/** This device was revoked, or its user left in another tab: nothing is left to go on with. */
export function forgetDevice({ token }: Pick<Data, 'token'>): void {
  token.set(null)
  for (const name of ['patch', 'platform', 'version']) writeCookie(document, name, null)
  localStorage.clear()
  // the browser keeps the shell, which belongs to nobody
  dropShell().catch(() => undefined)
}

async function dropShell(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister()
}
