// The cursor's row and its neighbours change only by the user's own act, whatever the feed, answers and clocks do: the
// real replica's table, the real source of rows, the real pending operations, the real cursor.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { toStamp } from '#contract/model/common.ts'
import type { CaseStatus } from '#contract/model/values.ts'
import type { State } from '#engine/base/types.ts'
import { caseShape, type CaseListQuery } from '#engine/replica/case-shape.ts'
import { ReplicaTable } from '#engine/replica/table.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { Pending, type PendingOp } from '#src/data/engine-client/pending.ts'
import { pendingCases } from '#src/data/lists/case-source.ts'
import { createPagedSource } from '#src/data/lists/paged-source.ts'
import { markRead } from '#src/data/net/read-time.ts'
import { START, VirtualClock } from '#tests/support/engine-world.ts'
import { caseRow } from '#tests/support/rows.ts'

const platform = 'paxum'
const query: CaseListQuery = { 'status[]': ['new'] }
const ROWS = 24

function rowOf(n: number, status: CaseStatus = 'new', version = 1): ReplicaRow<'case'> {
  const id = `PX${1000 + n}`
  const createAt = toStamp(new Date(START + n * 1000))
  return { ...caseRow({ id, uuid: `uuid-${id}`, createAt, platform, status, version, alerts: [] }), search: 'ada' }
}

/** One tab, and a server that changes under it. */
class Tab {
  readonly clock = new VirtualClock()
  readonly table = fullTable()
  readonly pending = new Pending()
  readonly list = createListState()
  readonly #changed = new Set<() => void>()
  #ops = 0
  #arrived = ROWS
  readonly source = createPagedSource<ReplicaRow<'case'>>({
    load: async (page, pageSize) => {
      const found = this.table.select(caseShape.conditionOf(query) ?? fail())
      const from = (page - 1) * pageSize
      const items = this.table.page(found, from, from + pageSize, this.clock.now())
      return markRead({ items, total: found.length }, this.clock.now())
    },
    changed: (listener) => {
      this.#changed.add(listener)
      return () => this.#changed.delete(listener)
    },
    keyOf: ({ id }) => id,
    belongs: ({ status }) => status === 'new',
    pending: pendingCases(this.pending) as never,
    clock: this.clock,
    connectivity: { isOnline: () => true, subscribe: () => () => undefined },
    keep: null,
    pageSize: 6,
  })

  constructor() {
    const { source, list } = this
    const order = () => ({
      total: source.total,
      idAt: (index: number) => source.idAt(index),
      indexOf: (id: string) => source.indexOf(id),
    })
    list.reset(order())
    source.subscribe(() => list.refresh(order()))
  }

  /** The user puts the case under the cursor to await. */
  decide(): void {
    const { id } = this.list.cursor.getState()
    if (id === null || this.source.rowOf(id)?.status !== 'new') return
    this.#ops += 1
    const opId = `op-${this.#ops}`
    const target = { platform, customerId: '100', caseId: id, caseUuid: `uuid-${id}` }
    this.list.noteLeaving([id])
    this.pending.change([
      {
        op: { opId, kind: 'case.await', target, body: {}, at: this.clock.now(), by: { id: 'u1', name: 'Ana' } },
        group: opId,
        commandId: 'case.await',
        label: 'Await',
        state: 'writing',
        holdUntil: 0,
        seq: 0,
        attempts: 0,
        nextAt: 0,
      },
    ])
  }

  /** The user takes back what has not been sent. */
  undo(n: number): void {
    const held = this.#in('writing', 'held', 'ready')
    const one = held[n % Math.max(1, held.length)]
    if (one) this.pending.change([], [one.op.opId])
  }

  /** The engine goes on with one operation: stored, held, sent, answered, and forgotten once it was read. */
  settle(n: number): void {
    const open = this.pending.list()
    const one = open[n % Math.max(1, open.length)]
    if (!one) return
    if (one.state === 'acked') return this.pending.change([], [one.op.opId])
    const order: State[] = ['held', 'ready', 'sending']
    const next = order[order.indexOf(one.state as State) + 1]
    if (next) return this.pending.change([{ ...one, state: next, seq: one.seq || this.#ops }])
    const id = one.op.target.caseId ?? ''
    const version = (this.table.versionOf(id) ?? 1) + 1
    // the answer may be here before the feed, or after it
    if (n % 2 === 0) this.feed({ id, version, row: rowOf(numberOf(id), 'await', version) })
    this.pending.change([{ ...one, state: 'acked', ack: { version, at: this.clock.now(), reqId: '' } } as PendingOp])
    if (n % 2 === 1) this.feed({ id, version, row: rowOf(numberOf(id), 'await', version) })
  }

  arrive(n: number): void {
    this.#arrived += 1
    // some of them were made before others that are there: a late import
    const row = { ...rowOf(this.#arrived), createAt: toStamp(new Date(START + (n % 2 ? 99 : n % ROWS) * 1000)) }
    this.feed({ id: row.id, version: 1, row })
  }

  /** Somebody else changes a case, or takes it away. */
  meddle(n: number): void {
    const id = rowOf(n % ROWS).id
    const version = (this.table.versionOf(id) ?? 1) + 1
    const row = rowOf(n % ROWS, 'new', version)
    this.feed({ id, version, row: n % 3 === 0 ? null : { ...row, manager: { id: 'm', name: 'Mara' } } })
  }

  feed(change: { id: string; version: number; row: ReplicaRow<'case'> | null }): void {
    this.table.change([change])
    for (const listener of this.#changed) listener()
  }

  around(): (string | undefined)[] {
    const { id } = this.list.cursor.getState()
    const at = id === null ? -1 : this.source.indexOf(id)
    return [this.source.idAt(at - 1), id ?? undefined, at < 0 ? undefined : this.source.idAt(at + 1)]
  }

  #in(...states: PendingOp['state'][]): PendingOp[] {
    return this.pending.list().filter(({ state }) => states.includes(state))
  }
}

function fullTable() {
  const table = new ReplicaTable(caseShape, platform)
  table.change(Array.from({ length: ROWS }, (_, i) => ({ id: rowOf(i).id, version: 1, row: rowOf(i) })))
  return table
}

const numberOf = (id: string) => Number(id.slice(2)) - 1000
const fail = (): never => {
  throw new Error('the replica does not take this on')
}
const rests = () => new Promise((resolve) => setImmediate(resolve))

const n = fc.nat({ max: 40 })
const act = fc.record({
  type: fc.constantFrom('decide', 'decide', 'undo', 'move', 'settle', 'settle', 'arrive', 'meddle', 'wait', 'refresh'),
  n,
})
const OWN = new Set(['decide', 'undo', 'move'])

test('the cursor’s row and its neighbours change only by the user’s action', async () => {
  let moved = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const tab = new Tab()
      await rests()
      tab.source.ensure(0, ROWS)
      await rests()
      await rests()
      for (const { type, n: at } of acts) {
        const before = tab.around()
        if (type === 'decide') tab.decide()
        if (type === 'undo') tab.undo(at)
        if (type === 'move') tab.list.moveTo(at % Math.max(1, tab.source.total))
        if (type === 'settle') tab.settle(at)
        if (type === 'arrive') tab.arrive(at)
        if (type === 'meddle') tab.meddle(at)
        if (type === 'wait') tab.clock.advance(at * 1000)
        if (type === 'refresh') tab.source.refresh()
        await rests()
        if (!OWN.has(type)) expect([type, tab.around()]).toEqual([type, before])
        if (JSON.stringify(tab.around()) !== JSON.stringify(before)) moved += 1
      }
      // a new request shows the server's state, without unsent operations
      tab.source.remake()
      await rests()
      await rests()
      const found = tab.table.select(caseShape.conditionOf(query) ?? fail())
      const waiting = new Set(tab.pending.list().map(({ op }) => op.target.caseId))
      const expected = tab.table.ids(found).filter((id) => !waiting.has(id))
      tab.source.ensure(0, tab.source.total)
      await rests()
      const shown = Array.from({ length: tab.source.total }, (_, index) => tab.source.idAt(index))
      expect(shown.filter((id) => !waiting.has(id))).toEqual(expected)
      tab.source.dispose()
    }),
    { numRuns: 200 },
  )
  // a cursor that nothing moves would prove nothing
  expect(moved).toBeGreaterThan(200)
}, 60_000)
