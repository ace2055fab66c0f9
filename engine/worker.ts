/** Entry of the engine's worker: the browser's own clock, locks, storage and channel. */
import '#contract/jitless.ts'
import { systemClock } from '#engine/base/clock.ts'
import { workerKeyHolder } from '#engine/vault/key-holder.ts'
import { Engine } from './engine.ts'
import type { ToEngine } from './protocol.ts'

declare const self: DedicatedWorkerGlobalScope

const engine = new Engine({
  idb: {},
  locks: navigator.locks,
  clock: systemClock,
  fetch: (url, init) => fetch(url, init),
  channel: (name) => new BroadcastChannel(name),
  random: Math.random,
  holder: workerKeyHolder((url, init) => fetch(url, init)),
  post: (message) => self.postMessage(message),
})

self.addEventListener('message', ({ data }: MessageEvent<ToEngine>) => engine.handle(data))
