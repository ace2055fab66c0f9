/** Starts the engine's worker under Trusted Types. */
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
