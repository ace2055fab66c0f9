// The service worker is registered once the first screen is there; until then there is no new version.
import type { ShellUpdate } from '#src/data/service-worker.ts'

const LATER_MS = 2000

/** Stands for the update from the start and is filled in when registering has been loaded. */
export function createUpdate(): ShellUpdate & { start(): () => void } {
  const listeners = new Set<() => void>()
  let real: ShellUpdate | null = null
  const load = async () => {
    const { registerServiceWorker } = await import('#src/data/service-worker.ts')
    real ??= registerServiceWorker(() => location.reload())
    for (const listener of listeners) real.subscribe(listener)
  }
  return {
    isReady: () => real?.isReady() ?? false,
    apply: async (drain) => real?.apply(drain),
    subscribe(listener) {
      listeners.add(listener)
      const stop = real?.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop?.()
      }
    },
    start() {
      const timer = setTimeout(() => {
        load().catch((error: unknown) =>
          console.warn('No service worker: a start without a network will not work', error),
        )
      }, LATER_MS)
      return () => clearTimeout(timer)
    },
  }
}
