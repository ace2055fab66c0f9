import type { ServerProof } from '#engine/base/server-proof.ts'

const KEY = 'docket.server-proven'

/** Kept in this browser, for all windows of this address (decision 0391). */
export const storedProof = (storage: Pick<Storage, 'getItem' | 'setItem'>): ServerProof => ({
  get isProven() {
    return storage.getItem(KEY) === '1'
  },
  set isProven(isProven) {
    if (isProven) storage.setItem(KEY, '1')
  },
})
