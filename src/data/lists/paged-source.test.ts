import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import type { PendingRows } from './own-changes.ts'
import { createPagedSource, type PagedPorts } from './paged-source.ts'
import type { RowSource } from './row-source.ts'

interface Row {
  id: string
  open: boolean
  text: string
}

const row = (n: number): Row => ({ id: `r${n}`, open: true, text: 'old' })
const rows = (count: number, from = 0) => Array.from({ length: count }, (_, n) => row(n + from))

/** Closes rows before the server knows. */
class Closing implements PendingRows<Row> {
  readonly closed = new Map<string, boolean>()
  readonly #listeners = new Set<() => void>()

  fold = (one: Row): Row => (this.closed.has(one.id) ? { ...one, open: false } : one)
  states = () => new Map(this.closed)
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  change(run: (closed: Map<string, boolean>) => void): void {
    run(this.closed)
    for (const listener of this.#listeners) listener()
  }
}

class Memory implements SnapshotStore {
  readonly kept = new Map<string, { value: unknown; at: number }>()
  get = async (key: string) => structuredClone(this.kept.get(key) ?? null)
  put = async (key: string, _: string, value: unknown, at: number) => {
    this.kept.set(key, structuredClone({ value, at }))
  }
  drop = async (key: string) => void this.kept.delete(key)
}

class Server {
  rows: Row[]
  isUp = true
  loads: number[] = []
  constructor(all: Row[]) {
    this.rows = all
  }
  load = async (page: number, size: number) => {
    this.loads.push(page)
    await Promise.resolve()
    if (!this.isUp) throw new ApiError({ kind: 'offline', name: 'rows', method: 'GET' })
    return { items: structuredClone(this.rows.slice((page - 1) * size, page * size)), total: this.rows.length }
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const idsOf = (source: RowSource<Row>) => Array.from({ length: source.total }, (_, i) => source.idAt(i))

function open(server: Server, more: Partial<PagedPorts<Row>> = {}) {
  const pending = new Closing()
  const clock = new VirtualClock()
  const source = createPagedSource<Row>({
    load: server.load,
    keyOf: ({ id }) => id,
    belongs: (one) => one.open,
    pending,
    clock,
    connectivity: { isOnline: () => server.isUp, subscribe: () => () => undefined },
    keep: null,
    pageSize: 4,
    ...more,
  })
  return { source, pending, clock }
}

describe('a paged source', () => {
  it('explains why it is empty', async () => {
    const server = new Server([])
    server.isUp = false
    const { source } = open(server)
    expect(source.state).toBe('empty')
    await settle()
    expect({ state: source.state, kind: source.error?.kind, total: source.total }).toEqual({
      state: 'failed',
      kind: 'offline',
      total: 0,
    })
  })

  it('continues past a capped count, to the first page that is not full', async () => {
    const server = new Server(rows(11))
    const load = async (page: number, size: number) => ({ ...(await server.load(page, size)), total: 6, capped: true })
    const { source } = open(server, { load })
    await settle()
    const totals = [source.total]
    for (let again = 0; again < 3; again++) {
      source.ensure(source.total - 1, source.total)
      await settle()
      totals.push(source.total)
    }
    expect({ totals, ids: idsOf(source), capped: source.capped }).toEqual({
      totals: [6, 12, 11, 11],
      ids: rows(11).map(({ id }) => id),
      capped: true,
    })
  })

  it('loads the visible pages, each once', async () => {
    const server = new Server(rows(20))
    const { source } = open(server)
    await settle()
    expect({ total: source.total, first: source.idAt(3), later: source.rowAt(9) }).toEqual({
      total: 20,
      first: 'r3',
      later: undefined,
    })
    source.ensure(7, 10)
    source.ensure(7, 10)
    await settle()
    source.ensure(7, 10)
    expect({ loads: server.loads, row: source.rowAt(9)?.id, between: source.between(9, 6) }).toEqual({
      loads: [1, 2, 3],
      row: 'r9',
      between: ['r6', 'r7', 'r8', 'r9'],
    })
  })

  it('reads again after a change that is heard while it reads', async () => {
    const server = new Server(rows(3))
    let change = () => {}
    const answers: (() => void)[] = []
    const load = async (page: number, size: number) => {
      const answer = await server.load(page, size)
      if (server.loads.length === 2) await new Promise<void>((resolve) => answers.push(resolve))
      return answer
    }
    const changed = (listener: () => void) => {
      change = listener
      return () => undefined
    }
    const { source, clock } = open(server, { load, changed })
    await settle()
    source.refresh()
    await settle()
    server.rows[0] = { ...row(0), text: 'new' }
    change()
    clock.advance(300)
    answers[0]?.()
    await settle()
    await settle()
    expect({ loads: server.loads.length, text: source.rowAt(0)?.text }).toEqual({ loads: 3, text: 'new' })
  })

  it('removes the user’s changed row at once and restores it at its place', async () => {
    const { source, pending } = open(new Server(rows(4)))
    await settle()
    pending.change((closed) => closed.set('r1', false))
    expect({ ids: idsOf(source), at: source.indexOf('r1'), row: source.rowOf('r1')?.open }).toEqual({
      ids: ['r0', 'r2', 'r3'],
      at: -1,
      row: false,
    })
    pending.change((closed) => closed.delete('r1'))
    expect(idsOf(source)).toEqual(['r0', 'r1', 'r2', 'r3'])
  })

  it('keeps the user’s changed row out once the server has it, also when nothing is pending', async () => {
    const server = new Server(rows(4))
    const { source, pending } = open(server)
    await settle()
    pending.change((closed) => closed.set('r1', true))
    pending.change((closed) => closed.delete('r1'))
    server.rows = server.rows.filter(({ id }) => id !== 'r1')
    source.refresh()
    await settle()
    expect({ ids: idsOf(source), fresh: source.fresh }).toEqual({ ids: ['r0', 'r2', 'r3'], fresh: 0 })
  })

  it('patches, counts and greys on refresh, and moves nothing until it is rebuilt', async () => {
    const server = new Server(rows(4))
    const { source } = open(server)
    await settle()
    server.rows = [row(9), { ...row(0), text: 'new' }, row(2), row(3)]
    source.refresh()
    await settle()
    expect({ ids: idsOf(source), text: source.rowAt(0)?.text, fresh: source.fresh, gone: source.isGone('r1') }).toEqual(
      {
        ids: ['r0', 'r1', 'r2', 'r3'],
        text: 'new',
        fresh: 1,
        gone: true,
      },
    )
    source.remake()
    await settle()
    expect({ ids: idsOf(source), fresh: source.fresh, gone: source.isGone('r1') }).toEqual({
      ids: ['r9', 'r0', 'r2', 'r3'],
      fresh: 0,
      gone: false,
    })
  })

  it('misses no row of a later page when the user’s rows have left earlier ones', async () => {
    const server = new Server(rows(12))
    const { source, pending } = open(server)
    await settle()
    pending.change((closed) => closed.set('r0', true).set('r2', true))
    server.rows = server.rows.filter(({ id }) => id !== 'r0' && id !== 'r2')
    for (let i = 0; i < 4; i += 1) {
      source.ensure(0, source.total)
      await settle()
    }
    expect(idsOf(source)).toEqual(['r1', ...rows(9, 3).map(({ id }) => id)])
  })

  it('opens with its snapshot when nobody answers, and takes the answer later without moving rows', async () => {
    const store = new Memory()
    const keep = { store, key: 'rows', platform: 'paxum' }
    const server = new Server(rows(4))
    open(server, { keep })
    await settle()
    server.isUp = false
    const { source, clock } = open(server, { keep })
    await settle()
    expect({ state: source.state, kind: source.error?.kind, ids: idsOf(source) }).toEqual({
      state: 'ready',
      kind: 'offline',
      ids: ['r0', 'r1', 'r2', 'r3'],
    })
    server.isUp = true
    server.rows = [row(9), ...rows(3)]
    clock.advance(60_000)
    await settle()
    expect({ ids: idsOf(source), fresh: source.fresh, gone: source.isGone('r3'), error: source.error }).toEqual({
      ids: ['r0', 'r1', 'r2', 'r3'],
      fresh: 1,
      gone: true,
      error: null,
    })
  })

  it('does not report failure while its snapshot may still come, and does once nothing comes', async () => {
    const server = new Server([])
    server.isUp = false
    let answer: (kept: null) => void = () => undefined
    const store = { ...new Memory(), get: () => new Promise<null>((resolve) => (answer = resolve)) } as SnapshotStore
    const { source } = open(server, { keep: { store, key: 'rows', platform: 'paxum' } })
    await settle()
    expect([source.state, source.error?.kind]).toEqual(['empty', 'offline'])
    const version = source.version
    answer(null)
    await settle()
    expect([source.state, source.version > version]).toEqual(['failed', true])
  })

  it('changes the order of rows only by a rebuild', async () => {
    const n = fc.nat({ max: 30 })
    const act = fc.oneof(
      fc.record({ type: fc.constantFrom('close', 'undo', 'answer', 'other closes', 'arrives' as const), n }),
      fc.record({ type: fc.constantFrom('refresh', 'scroll' as const), n }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const server = new Server(rows(18))
        const { source, pending } = open(server)
        await settle()
        let seen = idsOf(source)
        let next = 100
        for (const { type, n: at } of acts) {
          const id = source.idAt(at % Math.max(1, source.total))
          if (type === 'close' && id) pending.change((closed) => closed.set(id, false))
          if (type === 'undo') pending.change((closed) => closed.forEach((done, one) => done || closed.delete(one)))
          if (type === 'answer') {
            server.rows = server.rows.filter((one) => !pending.closed.has(one.id))
            pending.change((closed) => closed.forEach((_, one) => closed.set(one, true)))
          }
          if (type === 'other closes') server.rows = server.rows.filter((_, i) => i !== at)
          if (type === 'arrives') server.rows = [row((next += 1)), ...server.rows]
          if (type === 'refresh') source.refresh()
          if (type === 'scroll') source.ensure(at, at + 4)
          await settle()
          const now = idsOf(source).filter((one) => one !== undefined)
          const common = new Set(now.filter((one) => seen.includes(one)))
          expect(now.filter((one) => common.has(one))).toEqual(
            seen.filter((one) => one !== undefined && common.has(one)),
          )
          expect(new Set(now).size).toBe(now.length)
          expect(now.some((one) => pending.closed.has(one))).toBe(false)
          seen = idsOf(source)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('reads all rows for a command: the current ones, without removed ones, up to the limit', async () => {
    const server = new Server(rows(10))
    const { source, pending } = open(server)
    await settle()
    expect(source.rowOf('r9')).toBeUndefined()
    server.rows = [row(90), ...server.rows]
    pending.change((closed) => closed.set('r2', false))
    const progress: number[] = []
    const all = await source.readAll(100, (read) => progress.push(read))
    expect(all).toEqual({ ids: ['r90', 'r0', 'r1', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'], total: 10 })
    expect([progress, source.rowOf('r9')?.id, source.arrivals()]).toEqual([[3, 7], 'r9', ['r90']])
    expect(await source.readAll(3, () => {})).toEqual({ ids: ['r90', 'r0', 'r1'], total: 11 })
    source.dispose()
  })
})
