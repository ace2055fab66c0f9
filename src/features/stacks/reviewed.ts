/** Which rows of a list somebody reviewed: kept encrypted on this device, so that a reload or a lock does not ask for it again. */
import type { UserStore } from '#src/data/user/user-store.ts'

/** The maximum number of reviewed rows that are kept, the latest; a stack has no more than 500. */
const MOST = 2000

interface Kept {
  ids: readonly string[]
  /** The time of the last use, ms: entries not used for long are removed with the places of tabs. */
  at: number
}

export interface Reviewed {
  /** The same set until something is added. */
  ids(): ReadonlySet<string>
  add(id: string): void
  subscribe(listener: () => void): () => void
}

/** The reviewed rows of a list, by platform. */
export function createReviewed(
  user: Pick<UserStore, 'get' | 'save' | 'subscribe'>,
  list: string,
  platform: () => string,
): Reviewed {
  const id = `reviewed ${list}`
  let last: { kept: Kept | undefined; ids: ReadonlySet<string> } = { kept: undefined, ids: new Set() }
  const ids = () => {
    const kept = user.get('place', platform(), id) as Kept | undefined
    if (kept !== last.kept) last = { kept, ids: new Set(kept?.ids) }
    return last.ids
  }
  return {
    ids,
    add(one) {
      if (ids().has(one)) return
      const kept: Kept = { ids: [...ids(), one].slice(-MOST), at: Date.now() }
      user.save({ scope: 'mine', kind: 'place', platform: platform(), id }, kept)
    },
    subscribe: (listener) => user.subscribe(listener),
  }
}
