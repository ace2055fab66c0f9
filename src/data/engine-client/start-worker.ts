/** Starts the engine's worker under Trusted Types. */
// oxlint-disable-next-line import/default -- the bundler makes this module: its default export is the address
import workerUrl from '#engine/worker.ts?worker&url'
import { trustedScriptUrl } from '#src/data/net/trusted-types.ts'
import type { EnginePort } from './engine-client.ts'

const start = () => new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'engine' })

/** Started before anybody asks for it: its script is read and run while the window's own is. */
let spare = typeof Worker === 'undefined' ? null : start()

/** A worker of this tab with the engine in it. */
export function startEngineWorker(): EnginePort {
  const worker = spare ?? start()
  spare = null
  return {
    post: (message) => worker.postMessage(message),
    listen: (handler) => worker.addEventListener('message', ({ data }) => handler(data)),
    stop: () => worker.terminate(),
  }
}
