/**
 * Keeps what opens a vault in memory beyond a page: the service worker's, which outlives a reload and a crash of the tab.
 * It answers workers that run the engine's script and no window, so that no script of a page is handed a key
 * (decision 0155).
 */
import { fromBase64, toBase64, type Bundle } from './slots.ts'

/** Taken by the service worker; nothing on the server. */
export const KEY_HOLDER_PATH = '/vault-holder'

export type ToKeyHolder =
  | { type: 'keep'; stem: string; mk: string; shares: Bundle['shares'] }
  | { type: 'find'; stem: string }
  | { type: 'drop'; stem: string }

export type FromKeyHolder = { mk: string; shares: Bundle['shares'] } | null

export interface KeyHolderClient {
  /** Keeps it for some minutes after it was last told to. False where nothing keeps it. */
  keep(stem: string, bundle: Bundle): Promise<boolean>
  find(stem: string): Promise<Bundle | null>
  /** Forgets it, with whatever else may be sent with. */
  drop(stem: string): Promise<void>
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

async function ask(fetch: Fetch, message: ToKeyHolder): Promise<Response | null> {
  try {
    // `only-if-cached`: where no service worker takes it, it fails, and never goes to the network
    const init = {
      method: 'POST',
      body: JSON.stringify(message),
      cache: 'only-if-cached',
      mode: 'same-origin',
    } as const
    const response = await fetch(KEY_HOLDER_PATH, init)
    return response.ok ? response : null
  } catch {
    // no service worker: it is as if it held nothing
    return null
  }
}

/** The service worker of this page. */
export function workerKeyHolder(fetch: Fetch): KeyHolderClient {
  return {
    async keep(stem, { mk, shares }) {
      return (await ask(fetch, { type: 'keep', stem, mk: toBase64(mk), shares })) !== null
    },
    async find(stem) {
      const response = await ask(fetch, { type: 'find', stem })
      const found = response && ((await response.json()) as FromKeyHolder)
      return found && { mk: fromBase64(found.mk), shares: found.shares }
    },
    async drop(stem) {
      await ask(fetch, { type: 'drop', stem })
    },
  }
}

/** Used if nothing outlives the page. */
export const NO_KEY_HOLDER: KeyHolderClient = {
  keep: async () => false,
  find: async () => null,
  drop: async () => undefined,
}
