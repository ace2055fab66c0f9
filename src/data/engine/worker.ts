/** Entry of the engine's worker: the browser's own clock, locks, storage and channel. */
import './jitless.ts'
import { systemClock, type Locks } from './clock.ts'
import { Engine } from './engine.ts'
import type { ToEngine } from './protocol.ts'

declare const self: DedicatedWorkerGlobalScope

const engine = new Engine({
  idb: {},
  locks: navigator.locks as Locks,
  clock: systemClock,
  fetch: (url, init) => fetch(url, init),
  channel: (name) => new BroadcastChannel(name),
  random: Math.random,
  post: (message) => self.postMessage(message),
})

self.addEventListener('message', ({ data }: MessageEvent<ToEngine>) => engine.handle(data))
