// One tab of the workbench: hands operations to its engine and notes how long each append took.
import Dexie from 'dexie'
import type { Way } from './engine.ts'

const engine = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' })
const waiting = new Map<number, (took: number) => void>()
let n = 0

engine.addEventListener('message', ({ data }: MessageEvent<{ n: number; took: number }>) => {
  waiting.get(data.n)?.(data.took)
  waiting.delete(data.n)
})

/** From the key press to the answer of the engine, in milliseconds. */
async function append(way: Way, count: number): Promise<number> {
  const started = performance.now()
  n += 1
  await new Promise((resolve) => {
    waiting.set(n, resolve)
    engine.postMessage({ n, way, count })
  })
  return performance.now() - started
}

/** Numbers of all operations in order, as the server would receive them. */
async function numbers(way: Way): Promise<number[]> {
  const database = await new Dexie('outbox').open()
  const rows = (await database.table('ops').orderBy('seq').toArray()) as { seq: number; devSeq: number }[]
  database.close()
  return rows.map(({ seq, devSeq }) => (way === 'key' || way === 'commit' ? seq : devSeq))
}

Object.assign(window, { append, numbers })
