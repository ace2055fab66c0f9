// The session token is refreshed while somebody works, and cleared when the server refuses.
import { session as calls } from '#contract/calls/sign-in.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'

const EVERY_MS = 10 * 60_000

/** Requests a new token once, and fails silently: the old token stays valid, or the next call reports it. */
export async function refreshToken({ api, token }: Pick<Data, 'api' | 'token'>): Promise<void> {
  const present = token.get()
  if (!present || present === 'undefined') return
  try {
    const { refreshToken: next } = await api.send(calls.refresh, { body: { token: present } }, { quiet: true })
    // a sign-out or sign-in meanwhile takes precedence
    if (token.get() === present) token.set(next)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Refreshes periodically while the window is visible; returns the stop function. A locked device has nothing to
 * refresh: the token may be in the cookie before the server knows of the unlock.
 */
export function keepTokenFresh(data: Pick<Data, 'api' | 'token' | 'engine'>): () => void {
  const renew = () => {
    const isOpen = data.engine.vault.state()?.phase === 'open'
    if (isOpen && document.visibilityState === 'visible') void refreshToken(data)
  }
  renew()
  const timer = setInterval(renew, EVERY_MS)
  return () => clearInterval(timer)
}
