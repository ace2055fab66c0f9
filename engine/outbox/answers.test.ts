import { describe, expect, it } from 'vitest'
import type { Op } from '#contract/ops/op.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'
import { LONGEST_HOLD_MS } from './pick.ts'
import { rebase, toNote } from './read-back.ts'

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

  it('accepts server values that an earlier version expected', () => {
    expect(rebase(op, RESOLVED, false).expect).toEqual({ manager: 'u2', status: 'resolved' })
    expect(rebase(op, RESOLVED, true).expect).toEqual({ manager: 'u2', status: 'resolved', version: 4 })
    expect(rebase(op, { manager: null }, true).expect).toEqual({ manager: null, status: 'new' })
  })

  it('changes nothing where the server sent no value, or nothing was expected', () => {
    expect(rebase(op, undefined, false)).toBe(op)
    expect(rebase({ ...op, expect: undefined } as unknown as Op, RESOLVED, false).expect).toBeUndefined()
  })

  it('makes a note only from a text', () => {
    const target = { platform: 'paxum', customerId: '7', alertId: '9' }
    const of = (body: unknown, more = {}) => toNote({ ...op, target: { ...target, ...more }, body })
    expect([of({}), of({ note: '  ' }), of(null)]).toEqual([null, null, null])
    expect(of({ note: 'a', status: 'await' })).toMatchObject({ kind: 'accountAlert.note', body: { note: 'a' } })
    expect(of({ note: 'a' }, { caseId: 'PX1' })).toMatchObject({ kind: 'case.note', target: { caseId: 'PX1' } })
    expect(of({ note: 'a' })).not.toHaveProperty('expect')
  })
})

describe('an operation in conflict', () => {
  it('shows the server’s values, and stores them encrypted', async () => {
    const { tab } = await refused(412)
    const [entry] = await tab.outbox.entries()
    expect(entry).toMatchObject({ state: 'conflict', current: RESOLVED, tries: [{ status: 412, message: 'Too late' }] })
    const [row] = await tab.databases.outbox.ops.toArray()
    expect(JSON.stringify(row)).not.toContain('Ben')
    const bytes = Buffer.from(row?.theirs?.ct ?? new ArrayBuffer(0)).toString('latin1')
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes).not.toContain('Ben')
  })

  it('is sent again under the same id, on top of the server’s state', async () => {
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

  it('is sent under a new id where the server kept its refusal, and names the superseded one', async () => {
    const { world, tab, id } = await refused(409)
    expect(await tab.outbox.resend(id, { holdMs: 0 })).toBe(true)
    await tab.flusher.pass()
    const [effect] = world.server.ledger
    expect(effect).toMatchObject({ devSeq: 1, supersedes: id })
    expect(effect?.opId).not.toBe(id)
    expect(await endsOf(tab)).toEqual([['superseded', `Sent again as ${effect?.opId}`]])
  })

  it('keeps its text as a note at the same place in the lane', async () => {
    const { world, tab, id } = await refused(412)
    expect(await tab.outbox.resend(id, { isNoteOnly: true, holdMs: 0 })).toBe(true)
    await tab.flusher.pass()
    expect(world.server.ledger).toMatchObject([{ kind: 'case.note', devSeq: 1, supersedes: id }])
    expect(await entriesOf(tab)).toEqual([{ kind: 'case.note', state: 'acked', supersedes: id }])
  })

  it('cannot become a note without a text', async () => {
    const { tab, id } = await refused(412, {})
    expect(await tab.outbox.resend(id, { isNoteOnly: true, holdMs: 0 })).toBe(false)
    expect(await entriesOf(tab)).toMatchObject([{ kind: 'alert.reject', state: 'conflict' }])
  })

  it('is not reworded where an attempt may have had an effect', async () => {
    const { tab, id } = await refused(404)
    await tab.databases.outbox.ops.where('opId').equals(id).modify({ reached: true })
    expect(await tab.outbox.resend(id, { note: 'other', holdMs: 0 })).toBe(false)
    expect(await tab.outbox.resend(id, { holdMs: 0 })).toBe(true)
    expect(await entriesOf(tab)).toMatchObject([{ state: 'held', supersedes: undefined }])
  })

  it('is sent with a changed text', async () => {
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

describe('undoing the answer to a conflict', () => {
  it.each([['theirs'], ['mine'], ['note only']])('restores the conflict: %s', async (answer) => {
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

  it('is refused once the answer was sent', async () => {
    const { tab, id } = await refused(409)
    await tab.outbox.resend(id, { holdMs: 0 })
    await tab.flusher.pass()
    expect(await tab.outbox.restore(id)).toBe(false)
  })
})

describe('sequence numbers that never arrive', () => {
  it('are reported to the server once nobody can restore the operation', async () => {
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

  it('are reported as expired where time ran out, and not at all where another operation replaced them', async () => {
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
