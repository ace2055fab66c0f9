// The session token is renewed while somebody works, and cleared when the server gives no new one.
import { session as calls } from '#contract/calls/session.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'

const EVERY_MS = 10 * 60_000

/** Asks for a new token once, and fails without a word: the old token is as good as before, or the next call says. */
export async function refreshToken({ api, token }: Pick<Data, 'api' | 'token'>): Promise<void> {
  const present = token.get()
  if (!present || present === 'undefined') return
  try {
    const { refreshToken: next } = await api.send(calls.refresh, { body: { token: present } }, { quiet: true })
    // signing out or in meanwhile has the last word
    if (token.get() === present) token.set(next)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Renews now and then while the window is in front; answers how to stop. Behind a lock there is nothing to renew: the
 * token may be back in the cookie before the server knows of the unlock.
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
