import { describe, expect, it } from 'vitest'
import type { Op } from '#contract/ops/op.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'
import { LONGEST_HOLD_MS } from './pick.ts'
import { rebase, toNote } from './rebase.ts'

const RESOLVED = { status: 'resolved', manager: { id: 'u2', name: 'Ben' }, version: 4 }

/** A tab that leads, with one operation that the server refused; its id. */
async function refused(status: number, body: unknown = { note: 'seen' }, current: unknown = RESOLVED) {
  const world = new World()
  const tab = await world.tab()
  await tab.flusher.begin()
  const one = { ...draft('alert.reject', 'PX1', body), expect: { status: 'new', manager: null } }
  one.target.alertId = '9'
  const ops = world.newOps([one])
  const id = ops[0]?.op.opId ?? ''
  world.server.refusals.set(id, { status, problem: { status, title: 'x', message: 'Too late', current } })
  await tab.outbox.enqueue(ops)
  await tab.flusher.pass()
  return { world, tab, id }
}

const entriesOf = async ({ outbox }: Tab) =>
  (await outbox.entries()).map(({ op, state, supersedes }) => ({ kind: op.kind, state, supersedes }))
const endsOf = async ({ outbox }: Tab) => (await outbox.receipts()).map(({ end, reason }) => [end, reason])

describe('rebasing', () => {
  const op = { kind: 'case.assign', expect: { manager: null, status: 'new' } } as unknown as Op

  it('takes for granted what the server has, of what was taken for granted before', () => {
    expect(rebase(op, RESOLVED).expect).toEqual({ manager: 'u2', status: 'resolved' })
    expect(rebase(op, { manager: null }).expect).toEqual({ manager: null, status: 'new' })
  })

  it('changes nothing where the server did not say, or nothing was taken for granted', () => {
    expect(rebase(op, undefined)).toBe(op)
    expect(rebase({ ...op, expect: undefined } as unknown as Op, RESOLVED).expect).toBeUndefined()
  })

  it('makes a note only of words', () => {
    const target = { platform: 'paxum', customerId: '7' }
    const of = (body: unknown, more = {}) => toNote({ ...op, target: { ...target, ...more }, body })
    expect([of({}), of({ note: '  ' }), of(null)]).toEqual([null, null, null])
    expect(of({ note: 'a', status: 'await' })).toMatchObject({ kind: 'accountAlert.note', body: { note: 'a' } })
    expect(of({ note: 'a' }, { caseId: 'PX1' })).toMatchObject({ kind: 'case.note', target: { caseId: 'PX1' } })
    expect(of({ note: 'a' })).not.toHaveProperty('expect')
  })
})

describe('an operation that met somebody else’s', () => {
  it('shows what the server had, and keeps it sealed', async () => {
    const { tab } = await refused(412)
    const [entry] = await tab.outbox.entries()
    expect(entry).toMatchObject({ state: 'conflict', current: RESOLVED, tries: [{ status: 412, message: 'Too late' }] })
    const [row] = await tab.databases.outbox.ops.toArray()
    expect(JSON.stringify(row)).not.toContain('Ben')
    const bytes = Buffer.from(row?.theirs?.ct ?? new ArrayBuffer(0)).toString('latin1')
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes).not.toContain('Ben')
  })

  it('goes out again under its id, on top of what the server has', async () => {
    const { world, tab, id } = await refused(412)
    // another tab, that knew it as it was, sends it
    const other = await world.tab()
    await other.outbox.entries()
    expect(await tab.outbox.resend(id, { holdMs: 0 })).toBe(true)
    await other.flusher.begin()
    await other.flusher.pass()
    expect(world.server.ledger).toMatchObject([{ opId: id, expect: { status: 'resolved', manager: 'u2' } }])
    expect(world.server.ledger[0]?.supersedes).toBeUndefined()
  })

  it('goes out as another one where its refusal was kept, and says in whose place', async () => {
    const { world, tab, id } = await refused(409)
    expect(await tab.outbox.resend(id, { holdMs: 0 })).toBe(true)
    await tab.flusher.pass()
    const [effect] = world.server.ledger
    expect(effect).toMatchObject({ devSeq: 1, supersedes: id })
    expect(effect?.opId).not.toBe(id)
    expect(await endsOf(tab)).toEqual([['superseded', `Sent again as ${effect?.opId}`]])
  })

  it('leaves its words as a note, in the place it had', async () => {
    const { world, tab, id } = await refused(412)
    expect(await tab.outbox.resend(id, { isNoteOnly: true, holdMs: 0 })).toBe(true)
    await tab.flusher.pass()
    expect(world.server.ledger).toMatchObject([{ kind: 'case.note', devSeq: 1, supersedes: id }])
    expect(await entriesOf(tab)).toEqual([{ kind: 'case.note', state: 'acked', supersedes: id }])
  })

  it('has no note to leave where it has no words', async () => {
    const { tab, id } = await refused(412, {})
    expect(await tab.outbox.resend(id, { isNoteOnly: true, holdMs: 0 })).toBe(false)
    expect(await entriesOf(tab)).toMatchObject([{ kind: 'alert.reject', state: 'conflict' }])
  })

  it('is not written anew where an attempt may have had its effect', async () => {
    const { tab, id } = await refused(404)
    await tab.databases.outbox.ops.where('opId').equals(id).modify({ reached: true })
    expect(await tab.outbox.resend(id, { note: 'other', holdMs: 0 })).toBe(false)
    expect(await tab.outbox.resend(id, { holdMs: 0 })).toBe(true)
    expect(await entriesOf(tab)).toMatchObject([{ state: 'held', supersedes: undefined }])
  })

  it('is sent with other words', async () => {
    const { tab, id } = await refused(404)
    expect(await tab.outbox.resend(id, { note: 'better', holdMs: 0 })).toBe(true)
    const [entry] = await tab.outbox.entries()
    expect(entry).toMatchObject({
      state: 'held',
      op: { kind: 'alert.reject', body: { note: 'better' } },
      supersedes: id,
    })
  })
})

describe('taking an answer back', () => {
  it.each([['theirs'], ['mine'], ['note only']])('brings back what was stuck: %s', async (answer) => {
    const { world, tab, id } = await refused(412)
    const before = await tab.outbox.entries()
    if (answer === 'theirs') await tab.outbox.discard(id, 'Kept theirs')
    else await tab.outbox.resend(id, { isNoteOnly: answer === 'note only', holdMs: 10_000 })
    expect(await tab.outbox.restore(id)).toBe(true)
    expect(await tab.outbox.entries()).toEqual(before)
    expect(await tab.outbox.receipts()).toEqual([])
    world.clock.advance(LONGEST_HOLD_MS)
    await tab.flusher.pass()
    await tab.flusher.pass()
    expect({ ledger: world.server.ledger, buried: world.server.buried }).toEqual({ ledger: [], buried: [] })
    expect(await tab.outbox.restore(id)).toBe(false)
  })

  it('is too late once it was sent', async () => {
    const { tab, id } = await refused(409)
    await tab.outbox.resend(id, { holdMs: 0 })
    await tab.flusher.pass()
    expect(await tab.outbox.restore(id)).toBe(false)
  })
})

describe('numbers that will never arrive', () => {
  it('are told to the server once nobody can bring them back', async () => {
    const { world, tab, id } = await refused(412)
    await tab.outbox.discard(id, 'Kept theirs')
    await tab.outbox.enqueue(world.newOps([draft('case.note', 'PX2', { note: 'x' })], 'undone', 10_000))
    await tab.outbox.cancel('undone')
    await tab.flusher.pass()
    expect(world.server.buried).toEqual([])
    world.clock.advance(LONGEST_HOLD_MS)
    world.server.isOnline = false
    world.clock.advance(await tab.flusher.pass())
    expect(world.server.buried).toEqual([])
    world.server.isOnline = true
    await tab.flusher.pass()
    await tab.flusher.pass()
    expect(world.server.buried).toEqual([
      { devSeq: 1, fate: 'discarded', reason: 'Kept theirs' },
      { devSeq: 2, fate: 'undone' },
    ])
    expect(await tab.outbox.restore(id)).toBe(false)
  })

  it('are called expired where time ran out, and are none where another took their place', async () => {
    const world = new World()
    const tab = await world.tab()
    await tab.flusher.begin()
    world.server.isOnline = false
    await tab.outbox.enqueue(world.newOps(['PX1', 'PX2'].map((id) => draft('case.await', id))))
    world.clock.advance(25 * 3_600_000)
    world.server.isOnline = true
    await tab.flusher.pass()
    const [first, second] = await tab.outbox.entries()
    await tab.outbox.discard(first?.op.opId ?? '', 'No longer needed')
    await tab.outbox.resend(second?.op.opId ?? '', { holdMs: 0 })
    world.clock.advance(LONGEST_HOLD_MS)
    for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
    expect(world.server.ledger.map(({ devSeq }) => devSeq)).toEqual([2])
    expect(world.server.buried).toEqual([{ devSeq: 1, fate: 'expired', reason: 'No longer needed' }])
  })
})
