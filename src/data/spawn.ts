/** Starts the engine's worker under Trusted Types. */
// oxlint-disable-next-line import/default -- the bundler makes this module: its default export is the address
import workerUrl from './engine/worker.ts?worker&url'
import type { EnginePort } from './engine-client.ts'
import { trustedScriptUrl } from './trusted.ts'

/** A worker of this tab with the engine in it. */
export function spawnEngine(): EnginePort {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'engine' })
  return {
    post: (message) => worker.postMessage(message),
    listen: (handler) => worker.addEventListener('message', ({ data }) => handler(data)),
    stop: () => worker.terminate(),
  }
}
