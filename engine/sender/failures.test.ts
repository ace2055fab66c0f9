// What may lie on the disk, and what may become of it. The numbers are those of the failure matrix.
import { describe, expect, it } from 'vitest'
import { caseNote } from '#contract/ops/case-note.ts'
import { OP_KINDS } from '#contract/ops/kinds.ts'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import { seal } from '#engine/base/sealer.ts'
import type { OpRow } from '#engine/base/types.ts'
import { boundOf } from '#engine/outbox/outbox.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'

const note = (caseId: string) => draft('case.note', caseId, { note: 'seen' })

async function leading(world: World): Promise<Tab> {
  const tab = await world.tab()
  await tab.flusher.begin()
  return tab
}

async function take(world: World, { outbox }: Tab, drafts: ReturnType<typeof note>[], group = 'g', holdMs = 0) {
  const ops = world.newOps(drafts, group, holdMs)
  await outbox.enqueue(ops)
  return ops.map(({ op }) => op.opId)
}

async function states({ databases }: Tab): Promise<string[]> {
  const rows = await databases.outbox.ops.orderBy('seq').toArray()
  return rows.map((row) => (row.err && row.state !== 'acked' ? `${row.state} ${row.err.code}` : row.state))
}

const sent = (world: World) => world.server.ledger.map(({ devSeq }) => devSeq)

/** A kind that this build knows for as long as the test runs. */
async function withKind(name: string, kind: unknown, run: () => Promise<void>): Promise<void> {
  const kinds = OP_KINDS as Record<string, unknown>
  kinds[name] = kind
  try {
    await run()
  } finally {
    delete kinds[name]
  }
}

describe('rows of another version', () => {
  it('37: rows of a newer version are left alone by older code, even when expired, and sent by newer code', async () => {
    const world = new World()
    const tab = await leading(world)
    await withKind('case.sketch', { ...caseNote, kind: 'case.sketch', kindV: 2 }, async () => {
      await take(world, tab, [draft('case.sketch', 'PX1', { note: 'seen' }), note('PX2')])
    })
    const old = await leading(world)
    const before = await old.databases.outbox.ops.get(1)
    await old.flusher.pass()
    world.clock.advance(30 * 24 * 3_600_000)
    await old.flusher.begin()
    await old.flusher.pass()
    expect(await old.databases.outbox.ops.get(1)).toEqual(before)
    expect((await old.outbox.entries())[0]).toMatchObject({ state: 'held', error: { code: 'newer' } })
    expect(sent(world)).toEqual([2])
    world.clock.advance(-30 * 24 * 3_600_000)
    await withKind('case.sketch', { ...caseNote, kind: 'case.sketch', kindV: 2 }, async () => {
      await old.flusher.pass()
    })
    expect(sent(world)).toEqual([2, 1])
  })

  it('38: rows of an older version are upgraded for display and for sending', async () => {
    const world = new World()
    const tab = await leading(world)
    const first = { ...caseNote, kind: 'case.sketch', kindV: 1 }
    const now = {
      ...caseNote,
      kind: 'case.sketch',
      kindV: 2,
      upgrades: [(body: { text: string }) => ({ note: body.text })],
    }
    await withKind('case.sketch', first, async () => {
      await take(world, tab, [draft('case.sketch', 'PX1', { text: 'seen' })])
    })
    await withKind('case.sketch', now, async () => {
      const tab2 = await leading(world)
      expect((await tab2.outbox.entries())[0]?.op.body).toEqual({ note: 'seen' })
      await tab2.flusher.pass()
    })
    expect(world.server.ops).toMatchObject([{ kind: 'case.sketch', kindV: 2, body: { note: 'seen' } }])
  })

  it('38: rows of 1.0.0, which name the operation before them in place of a version, are sent with its version', async () => {
    const world = new World()
    const { databases, ring, outbox } = await leading(world)
    const wait = { ...draft('case.await', 'PX1'), expect: { status: 'new', version: 0 } }
    await outbox.enqueue(world.newOps([wait, wait, wait]))
    const [first, ...rows] = await databases.outbox.ops.orderBy('seq').toArray()
    expect(rows.map(({ after }) => after)).toEqual([first?.opId, rows[0]?.opId])
    // the second as it was written, the third sent again on top of the server's values
    const versions = [`after:${first?.opId}`, 7]
    for (const [i, row] of rows.entries()) {
      const { op, label } = await outbox.body(row)
      const body = { op: { ...op, expect: { status: 'new', version: versions[i] } }, label, offline: false }
      await databases.outbox.ops.put({ ...row, ...(await seal(ring, 'outbox', 'paxum', boundOf(row, 'u1'), body)) })
    }
    const tab = await leading(world)
    for (let passes = 0; passes < 3; passes += 1) await tab.flusher.pass()
    expect(world.server.ops.map(({ expect: taken }) => taken?.['version'])).toEqual([0, 1, 7])
  })
})

describe('damaged rows', () => {
  const SPOILED: readonly (readonly [string, (row: OpRow) => Partial<Record<keyof OpRow, unknown>>])[] = [
    ['another body', () => ({ ct: new ArrayBuffer(64) })],
    ['cut off', ({ ct }) => ({ ct: ct.slice(0, 20) })],
    ['nothing sealed', () => ({ ct: new ArrayBuffer(0) })],
    ['of another lane', () => ({ lane: 'elsewhere' })],
    ['with an unknown key', () => ({ keyId: 'gone' })],
    ['with a changed vector', ({ iv }) => ({ iv: iv.map((byte) => byte ^ 1) })],
    ['without a vector', () => ({ iv: undefined })],
    ['without dependencies', () => ({ deps: undefined })],
    ['in no state that there is', () => ({ state: 'asleep' })],
    ['in no state at all', () => ({ state: undefined })],
    ['due at no time', () => ({ nextAt: 'soon', holdUntil: null })],
    [
      'empty',
      (row) => Object.fromEntries(Object.keys(row).map((field) => [field, field === 'seq' ? row.seq : undefined])),
    ],
  ]

  it.each(SPOILED)('39: a row %s is set aside with its sequence number, and the rest is sent', async (_, spoil) => {
    const world = new World()
    const tab = await leading(world)
    await take(world, tab, [note('PX1'), note('PX2'), note('PX1')])
    const { ops } = tab.databases.outbox
    const row = (await ops.get(2)) as OpRow
    await ops.put({ ...row, ...spoil(row) } as OpRow)
    const next = await leading(world)
    // while it is being looked at
    await next.flusher.pass()
    expect({ states: await states(next), sent: sent(world) }).toEqual({
      states: ['acked', 'dead unreadable', 'acked'],
      sent: [1, 3],
    })
    const entry = (await next.outbox.entries()).find(({ state }) => state === 'dead')
    expect(entry?.error?.message).toBe('Number 2 of this device cannot be read any more')
    // where its words can still be opened, they can be copied
    expect(['case.note', 'Number 2: cannot be read any more']).toContain(entry?.label)
    // it cannot be sent, only given up, and its number is accounted for
    const opId = (await ops.get(2))?.opId ?? ''
    expect(await next.outbox.resend(opId, { holdMs: 0 })).toBe(false)
    expect(await next.outbox.discard(opId, 'Damaged')).toBe(true)
    world.clock.advance(MAX_WAIT_MS)
    await next.flusher.pass()
    expect(world.server.buried).toEqual([{ devSeq: 2, fate: 'discarded', reason: 'Damaged' }])
  })

  it('40: a row removed by somebody else is a gap: its number is reported to the user and the server', async () => {
    const world = new World()
    const tab = await leading(world)
    await take(world, tab, [note('PX1'), note('PX2'), note('PX3')], 'g', 10_000)
    await tab.databases.outbox.ops.bulkDelete([1, 3])
    // the last number is known only from outside the database
    world.lastSeq = 3
    const next = await leading(world)
    expect(world.lost).toEqual([1, 3])
    expect((await next.outbox.receipts()).map(({ devSeq, end }) => [devSeq, end]).toSorted()).toEqual([
      [1, 'lost'],
      [3, 'lost'],
    ])
    world.clock.advance(MAX_WAIT_MS)
    await next.flusher.pass()
    await next.flusher.pass()
    expect({ sent: sent(world), buried: world.server.buried }).toEqual({
      sent: [2],
      buried: [
        { devSeq: 1, fate: 'lost' },
        { devSeq: 3, fate: 'lost' },
      ],
    })
    // once
    await next.flusher.begin()
    expect(world.lost).toEqual([1, 3])
  })

  it('40: an operation that ended long ago is not a gap', async () => {
    const world = new World()
    const tab = await leading(world)
    const [, kept = ''] = await take(world, tab, [note('PX1'), draft('case.await', 'PX2'), note('PX3')])
    world.server.refusals.set(kept, { status: 404 })
    await tab.flusher.pass()
    for (let day = 0; day < 20; day += 1) {
      world.clock.advance(24 * 3_600_000)
      await tab.flusher.begin()
    }
    expect({ lost: world.lost, receipts: await tab.outbox.receipts(), states: await states(tab) }).toEqual({
      lost: [],
      receipts: [],
      states: ['dead missing'],
    })
  })
})

describe('a full disk', () => {
  /** The disk takes no row and no change of one while it is full. */
  function fill({ databases }: Tab): { isFull: boolean } {
    const disk = { isFull: true }
    const noRoom = new DOMException('no room', 'QuotaExceededError')
    databases.outbox.ops.hook('updating', () => {
      if (disk.isFull) throw noRoom
    })
    // rows are added past Dexie: there the browser gives the transaction up when it is to be committed
    const idb = databases.outbox.backendDB()
    const begin = idb.transaction.bind(idb)
    idb.transaction = (...asked) => {
      const transaction = begin(...asked)
      if (!disk.isFull) return transaction
      Object.defineProperty(transaction, 'error', { value: noRoom })
      transaction.commit = () => transaction.abort()
      return transaction
    }
    return disk
  }

  it('32: a new decision frees space first', async () => {
    const world = new World()
    const tab = await leading(world)
    const disk = fill(tab)
    let dropped = 0
    world.makeRoom = async () => {
      dropped += 1
      // the first thing that is dropped is not enough
      disk.isFull = dropped < 2
      return true
    }
    await take(world, tab, [note('PX1')])
    expect({ dropped, states: await states(tab) }).toEqual({ dropped: 2, states: ['held'] })
  })

  it('32: without any space a decision is refused with a message, never called saved, and nothing else is lost', async () => {
    const world = new World()
    const tab = await leading(world)
    await take(world, tab, [note('PX1')])
    const disk = fill(tab)
    const told = world.changes.length
    await expect(take(world, tab, [note('PX2'), note('PX3')])).rejects.toThrow('The disk of this device is full')
    expect({ told: world.changes.length, states: await states(tab) }).toEqual({ told, states: ['held'] })
    disk.isFull = false
    await take(world, tab, [note('PX2')])
    await tab.flusher.pass()
    // no number was used up by what was refused
    expect({ states: await states(tab), effects: sent(world) }).toEqual({ states: ['acked', 'acked'], effects: [1, 2] })
  })

  it('33: an answer that cannot be stored frees space first', async () => {
    const world = new World()
    const tab = await leading(world)
    await take(world, tab, [note('PX1')])
    const disk = fill(tab)
    world.makeRoom = async () => {
      disk.isFull = false
      return true
    }
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['acked'])
  })

  it('33: without any space nothing is lost or duplicated, and the answer is stored once there is space', async () => {
    const world = new World()
    const tab = await leading(world)
    await take(world, tab, [note('PX1')])
    world.server.faults.push({ type: 'hangs' })
    const passing = tab.flusher.pass()
    while (world.server.holdsBack.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const disk = fill(tab)
    for (const answer of world.server.holdsBack) answer()
    await expect(passing).rejects.toMatchObject({ name: 'DiskFull' })
    await expect(tab.flusher.begin()).rejects.toMatchObject({ name: 'DiskFull' })
    expect(await states(tab)).toEqual(['sending'])
    disk.isFull = false
    await tab.flusher.begin()
    await tab.flusher.pass()
    expect({ states: await states(tab), effects: sent(world) }).toEqual({ states: ['acked'], effects: [1] })
  })
})

describe('a dependent operation', () => {
  const needing = async (world: World, tab: Tab, drafts: ReturnType<typeof note>[], group = 'g') => {
    const ops = world.newOps(drafts, group)
    const [parent] = ops
    ops.slice(1).forEach((one) => (one.deps = [parent?.op.opId ?? '']))
    await tab.outbox.enqueue(ops)
    return ops.map(({ op }) => op.opId)
  }

  it('is sent after the operation it depends on: together in one lane, after the answer in another', async () => {
    const world = new World()
    const tab = await leading(world)
    await needing(world, tab, [draft('case.await', 'PX1'), note('PX1'), note('PX2')])
    await tab.flusher.pass()
    expect(sent(world)).toEqual([1, 2])
    await tab.flusher.pass()
    expect(sent(world)).toEqual([1, 2, 3])
  })

  it('48: waits while that one is a dead letter and says for which; follows its new id; ends when it is discarded', async () => {
    for (const answer of ['resend', 'discard'] as const) {
      const world = new World()
      const tab = await leading(world)
      const [parent = '', child = ''] = await needing(world, tab, [
        draft('case.await', 'PX1'),
        note('PX2'),
        note('PX1'),
      ])
      world.server.refusals.set(parent, { status: 422 })
      for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
      expect(await states(tab)).toEqual(['dead invalid', 'held', 'ready behind'])
      expect((await tab.outbox.entries()).find(({ op }) => op.opId === child)?.deps).toEqual([parent])
      if (answer === 'resend') await tab.outbox.resend(parent, { holdMs: 0 })
      else await tab.outbox.discard(parent, 'No longer needed')
      for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
      const ended = answer === 'resend' ? ['acked', 'acked', 'acked'] : ['dead orphaned', 'dead orphaned']
      expect(await states(tab)).toEqual(ended)
      expect(sent(world)).toHaveLength(answer === 'resend' ? 3 : 0)
    }
  })

  it('expects the version that the earlier operation makes, or field values where that version is unknown', async () => {
    const world = new World()
    const tab = await leading(world)
    const wait = { ...draft('case.await', 'PX1'), expect: { status: 'new', version: 0 } }
    const assign = draft('case.assign', 'PX1', { manager: { id: 'u2', name: 'Ben' } })
    await take(world, tab, [wait, { ...assign, expect: { manager: 'u1', version: 0 } }])
    await tab.flusher.pass()
    await tab.flusher.pass()
    // read before the answers came
    const [again = ''] = await take(world, tab, [wait])
    world.server.refusals.set(again, { status: 404 })
    await tab.flusher.pass()
    await take(world, tab, [{ ...note('PX1'), expect: { version: 0 } }])
    await tab.flusher.pass()
    expect(world.server.ops.map(({ expect: taken }) => taken)).toEqual([
      { status: 'new', version: 0 },
      { manager: 'u1', version: 1 },
      { status: 'new', version: 2 },
      {},
    ])
  })
})

it('does not delay the others when one operation always fails', async () => {
  const world = new World()
  const tab = await leading(world)
  const [poison = ''] = await take(world, tab, [note('PX1')])
  world.server.sick.add(poison)
  for (let i = 0; i < 20; i += 1) world.clock.advance(await tab.flusher.pass())
  await take(world, tab, [note('PX2'), note('PX1')])
  await tab.flusher.pass()
  expect(sent(world)).toEqual([2, 3])
  // and where the whole server was sick meanwhile, another one is tried first
  world.server.faults.push(...Array.from({ length: 4 }, () => ({ type: 'status', status: 503 }) as const))
  await take(world, tab, [note('PX4')])
  for (let i = 0; i < 6; i += 1) world.clock.advance(await tab.flusher.pass())
  expect(sent(world)).toEqual([2, 3, 4])
})

it('finds the operations that make whole batches fail, and sends the others in order', async () => {
  const world = new World()
  const tab = await leading(world)
  const drafts = Array.from({ length: 40 }, (_, i) => draft('case.note', `PX${i % 20}`, { note: 'seen' }))
  const ids = await take(world, tab, drafts)
  const bad = [6, 7, 33]
  bad.forEach((i) => world.server.spoiling.add(ids[i] ?? ''))
  const before = world.server.requests.length
  for (let i = 0; i < 40; i += 1) await tab.flusher.pass()
  const good = ids.map((_, i) => i + 1).filter((seq) => !bad.includes(seq - 1))
  expect(sent(world)).toEqual(good)
  const rows = await tab.databases.outbox.ops.where('state').equals('dead').toArray()
  expect(rows.map(({ opId, err }) => [opId, err?.status])).toEqual(bad.map((i) => [ids[i], 400]))
  expect(world.server.requests.length - before).toBeLessThan(30)
  // a batch is whole again afterwards
  await take(world, tab, drafts)
  const calm = world.server.requests.length
  await tab.flusher.pass()
  expect(world.server.requests.length - calm).toBeLessThanOrEqual(2)
})

it('sends no more than 256 KiB in one batch', async () => {
  const world = new World()
  const tab = await leading(world)
  const long = draft('case.note', 'PX1', { note: 'x'.repeat(100 * 1024) })
  await take(world, tab, [long, long, long, long, long])
  while (sent(world).length < 5) await tab.flusher.pass()
  expect(world.server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(3)
})

describe('the sending tab', () => {
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
  }

  async function running(world: World): Promise<{ tab: Tab; stop: () => void }> {
    const tab = await world.tab()
    const stopper = new AbortController()
    const run = tab.flusher.run(stopper.signal)
    run.catch(() => undefined)
    return { tab, stop: () => stopper.abort() }
  }

  it('13: a window is replaced only after its requests are answered, and nothing is sent meanwhile', async () => {
    const world = new World()
    const one = await running(world)
    const two = await running(world)
    world.server.faults.push({ type: 'hangs' })
    await take(world, one.tab, [note('PX1')])
    one.tab.flusher.poke()
    await until(() => world.server.holdsBack.length > 0)
    let isSettled = false
    const settled = two.tab.flusher.settle(5000).then(() => (isSettled = true))
    one.tab.flusher.stepAside(5000)
    await take(world, one.tab, [note('PX2')])
    one.tab.flusher.poke()
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect({ isSettled, sent: sent(world) }).toEqual({ isSettled: false, sent: [1] })
    world.server.holdsBack.forEach((answer) => answer())
    await settled
    expect(await states(one.tab)).toEqual(['acked', 'held'])
    // whoever is left goes on after the pause
    await until(() => world.clock.waiting > 1)
    expect(sent(world)).toEqual([1])
    world.clock.advance(5000)
    await until(async () => (await states(one.tab)).join() === 'acked,acked')
    one.stop()
    two.stop()
  })

  it('a tab that yields lets the next one lead, and queues behind it', async () => {
    const world = new World()
    const hidden = await running(world)
    await until(() => world.clock.waiting > 0)
    const seen = await running(world)
    const other = await running(world)
    // those that are not looked at leave the queue
    for (const { tab } of [hidden, other]) tab.flusher.stepAside(3000)
    await take(world, seen.tab, [note('PX1')])
    seen.tab.flusher.poke()
    await until(() => sent(world).length > 0)
    seen.stop()
    await take(world, hidden.tab, [note('PX2')])
    world.clock.advance(3000)
    await until(async () => (await states(hidden.tab)).join() === 'acked,acked')
    hidden.stop()
    other.stop()
  })
})
