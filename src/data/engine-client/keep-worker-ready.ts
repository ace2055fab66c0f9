/**
 * Lets operations be sent after the window closes: gives keys to the service worker while operations are unsent, and
 * revokes them afterwards or when the vault is locked (docs/design/offline.md#sender).
 */
import type { TokenStore } from '#src/data/user/session-store.ts'
import type { Engine } from './engine-client.ts'
import type { Pending } from './pending.ts'
import { requestSync, showBadge, postToWorker } from './service-worker.ts'

/** The debounce of messages to the worker, ms. */
const BURST_MS = 1000

export interface WorkerPorts {
  engine: Engine
  pending: Pending
  token: Pick<TokenStore, 'get' | 'subscribe'>
  isOnline: () => boolean
  clock: { after: (ms: number, run: () => void) => () => void }
}

/** Optional permissions, which sending from a window does not need. */
const unneeded = () => undefined

/** Returns how to take back what was handed over, at once. */
export function keepWorkerReady({ engine, pending, token, isOnline, clock }: WorkerPorts): () => void {
  let shown = 0
  let isCutOff = false
  let isDue = false
  let hasHanded = false

  async function handOver(): Promise<void> {
    const waiting = pending.list().filter(({ state }) => state !== 'acked' && state !== 'refused')
    const platforms = [...new Set(waiting.map(({ op }) => op.target.platform))]
    if (platforms.length === 0) return
    hasHanded = true
    const what = await engine.calls.handOver(platforms)
    // taken back while it was packed: the worker must not hear of it after that
    if (what && hasHanded) await postToWorker(what)
  }

  function soon(): void {
    if (isDue) return
    isDue = true
    clock.after(BURST_MS, () => {
      isDue = false
      handOver().catch(unneeded)
    })
  }

  function takeBack(): void {
    if (!hasHanded) return
    hasHanded = false
    postToWorker({ type: 'take-back', stem: null }).catch(unneeded)
  }

  engine.subscribe(() => {
    const { unsent } = engine.status()
    if (unsent > shown) soon()
    if (unsent === 0) takeBack()
    const wasCutOff = isCutOff
    isCutOff = unsent > 0 && !isOnline()
    if (isCutOff && !wasCutOff) requestSync().catch(unneeded)
    if (unsent !== shown) showBadge(unsent).catch(unneeded)
    shown = unsent
  })
  token.subscribe(() => {
    if (token.get() === null) takeBack()
  })
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || shown === 0) return
    // it may be closing: the browser is to wake the worker, which finds that out
    requestSync().catch(unneeded)
    handOver().catch(unneeded)
  })
  return takeBack
}
