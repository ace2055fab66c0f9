// Holds 100,000 rows; gives away shared memory once, or copies of windows on request.
import { Columns } from './columns.ts'
import { SIZE } from './sources.ts'

export type Request = { kind: 'shared' } | { kind: 'window'; from: number; to: number }
export type Answer =
  | { kind: 'shared'; rows: ArrayBufferLike; order: ArrayBufferLike }
  | { kind: 'window'; from: number; to: number; rows: ArrayBufferLike }

const shared = new SharedArrayBuffer(Columns.bytes(SIZE))
const columns = new Columns(shared, SIZE)
columns.fill()
const orderBuffer = new SharedArrayBuffer(4 * SIZE)
const order = new Uint32Array(orderBuffer).map((_, i) => i)
order.sort((a, b) => (columns.amount[b] ?? 0) - (columns.amount[a] ?? 0))
new Uint32Array(orderBuffer).set(order)

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'shared') {
    self.postMessage({ kind: 'shared', rows: shared, order: orderBuffer } satisfies Answer)
    return
  }
  const { buffer } = columns.pick(order.subarray(data.from, data.to))
  self.postMessage({ ...data, rows: buffer } satisfies Answer, { transfer: [buffer as ArrayBuffer] })
})

// The engine also searches, seals and sorts: for 40 ms of every 200 it answers nobody.
setInterval(() => {
  const until = performance.now() + 40
  while (performance.now() < until) order.includes(SIZE)
}, 200)
