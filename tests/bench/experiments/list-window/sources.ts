// Two ways for the window to see the engine's rows.
import { Columns, type Row } from './columns.ts'
import type { Answer, Request } from './engine.ts'

export const SIZE = 100_000
/** Rows of a window, and how near its end the view may come before the next is asked for. */
const SPAN = 1000
const MARGIN = 300

export interface Source {
  rowAt: (i: number) => Row | undefined
  /** Says which rows are in view, so that what lies around them can be fetched. */
  ensure: (from: number, to: number) => void
}

export async function sharedSource(engine: Worker): Promise<Source> {
  const answer = await new Promise<Answer>((resolve) => {
    engine.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), { once: true })
    engine.postMessage({ kind: 'shared' } satisfies Request)
  })
  if (answer.kind !== 'shared') throw new Error('the engine shares nothing')
  const columns = new Columns(answer.rows, SIZE)
  const order = new Uint32Array(answer.order)
  return {
    rowAt: (i) => columns.row(order[i] ?? 0),
    ensure: () => undefined,
  }
}

export async function windowSource(engine: Worker, onRows: () => void): Promise<Source> {
  let now = { from: 0, to: 0, columns: new Columns(new ArrayBuffer(0), 0) }
  let asked = -1
  let isOpen = false
  const ask = (middle: number): void => {
    const from = Math.max(0, Math.min(SIZE - SPAN, Math.round(middle - SPAN / 2)))
    if (from === asked) return
    asked = from
    engine.postMessage({ kind: 'window', from, to: from + SPAN } satisfies Request)
  }
  await new Promise<void>((resolve) => {
    engine.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind !== 'window' || data.from !== asked) return
      now = { from: data.from, to: data.to, columns: new Columns(data.rows, data.to - data.from) }
      if (isOpen) onRows()
      isOpen = true
      resolve()
    })
    ask(0)
  })
  return {
    rowAt: (i) => (i >= now.from && i < now.to ? now.columns.row(i - now.from) : undefined),
    ensure: (from, to) => {
      const isNear = (from - MARGIN < now.from && now.from > 0) || (to + MARGIN > now.to && now.to < SIZE)
      if (isNear) ask((from + to) / 2)
    },
  }
}
