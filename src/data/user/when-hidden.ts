/** Locks the workbench as soon as none of its windows can be seen, for those who want that. */
import { systemClock, type Clock, type Locks } from '#engine/base/clock.ts'
import { flushDrafts } from './drafts.ts'
import type { UserStore } from './user-store.ts'

/** Held, or waited for, by every window that can be seen. */
const SEEN = 'docket-seen'
/** From one window to the next there may be a moment in which none can be seen, ms. */
const MOMENT_MS = 1000

type User = Pick<UserStore, 'get' | 'save'>

export const isLockedHidden = (user: Pick<User, 'get'>): boolean =>
  (user.get('security', '', 'security') as { isLockedHidden?: boolean } | undefined)?.isLockedHidden === true

export const setLockedHidden = (user: Pick<User, 'save'>, value: boolean): void =>
  user.save({ scope: 'mine', kind: 'security', platform: '', id: 'security' }, { isLockedHidden: value })

interface Given {
  user: Pick<User, 'get'>
  /** Closes the vault, in every window. */
  lock: () => Promise<void>
  page?: EventTarget & Pick<Document, 'visibilityState'>
  locks?: Locks
  clock?: Clock
}

/** Looks out for it; answers how to stop. */
export function lockWhenHidden(given: Given): () => void {
  const { user, lock, page = document, locks = navigator.locks, clock = systemClock } = given
  let seen = new AbortController()
  let stopTimer = () => {}
  const look = () =>
    locks.request(SEEN, { ifAvailable: true }, async (isNoneSeen) => {
      if (!isNoneSeen || !isLockedHidden(user)) return
      flushDrafts()
      await lock()
    })
  const hold = ({ signal }: AbortController) =>
    locks.request(SEEN, { signal }, async () => {
      if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done))
    })
  const change = () => {
    stopTimer()
    seen.abort()
    seen = new AbortController()
    // a vault that is closed already, and a wait that is cancelled, need no words
    if (page.visibilityState === 'hidden') stopTimer = clock.after(MOMENT_MS, () => void look().catch(() => undefined))
    else hold(seen).catch(() => undefined)
  }
  change()
  page.addEventListener('visibilitychange', change)
  return () => {
    page.removeEventListener('visibilitychange', change)
    stopTimer()
    seen.abort()
  }
}
