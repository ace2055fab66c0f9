// A kind of operation that does not exist: one definition and one effect are all that it takes, and neither may be left out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { wholeCase } from '#contract/model/cases/case.ts'
import { addNote, noteOf } from '#contract/ops/change-case.ts'
import { fold, OP_KINDS } from '#contract/ops/kinds.ts'
import { isReadable, opKind, type Op } from '#contract/ops/op.ts'
import { isReached } from '#engine/outbox/read-back.ts'
import { insertNote, updateCase } from '#server/cases/effects.ts'
import { lockCase } from '#server/cases/lock-rows.ts'
import type { Effects } from '#server/ops/effect.ts'
import { EFFECTS } from '#server/sync/effects.ts'
import { comparedFields } from '#src/features/outbox/compare.ts'
import { overRows } from '#src/features/outbox/receipt-text.ts'
import { countOperations } from '#src/features/triage/count-operations.ts'
import { Device, on, states } from '#tests/support/device.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const greeting = (to: string) => `Hello, ${to}.`

const definition = {
  kind: 'case.greet',
  kindV: 1,
  words: { label: 'Greet customer', done: 'Greeted' },
  subject: 'case',
  body: z.object({ to: z.string() }),
  call: cases.note,
  idParam: 'caseId',
  expiryHours: 24,
  conflict: 'append',
  commutes: true,
  wants: ({ to }) => ({ note: greeting(to) }),
  apply: {
    caseDetail: (base, op) => (op.target.caseId === base.id ? addNote(base, noteOf(op, greeting(op.body.to))) : base),
  },
} as const satisfies Parameters<typeof opKind<'case.greet', z.ZodMiniObject<{ to: z.ZodMiniString }>>>[0]
const caseGreet = opKind(definition)

interface Greet {
  'case.greet': typeof caseGreet
}

const greet: Effects<Greet> = {
  'case.greet': async (tx, context, op) => {
    const row = await lockCase(tx, context.platform, op.target)
    await insertNote(tx, context, row, { id: op.opId, text: greeting(op.body.to), alertId: null })
    return { message: 'Greeted.', version: await updateCase(tx, row, {}) }
  },
}

const kinds: Record<string, unknown> = OP_KINDS
const effects: Record<string, unknown> = EFFECTS
let server: TestServer
let world: World
beforeAll(async () => {
  kinds['case.greet'] = caseGreet
  effects['case.greet'] = greet['case.greet']
  server = await testServer()
  world = await makeWorld(server.db)
})
afterAll(async () => {
  delete kinds['case.greet']
  delete effects['case.greet']
  await server.close()
})

test('a kind without an effect, labels, wanted values or a view does not compile', () => {
  // @ts-expect-error -- the effect is missing
  const unfinished: Effects<typeof OP_KINDS & Greet> = EFFECTS
  const { words, wants, apply, ...rest } = definition
  const incomplete = [
    // @ts-expect-error -- the words are missing
    () => opKind({ ...rest, wants, apply }),
    // @ts-expect-error -- what it comes to is missing
    () => opKind({ ...rest, words, apply }),
    // @ts-expect-error -- it shows nowhere
    () => opKind({ ...rest, words, wants, apply: {} }),
    // @ts-expect-error -- it counts as nothing in a summary
    () => opKind({ ...rest, wants, apply, words: { label: 'Greet customer' } }),
  ]
  expect(incomplete).toHaveLength(4)
  expect(unfinished).toBe(EFFECTS)
})

test('one definition and one effect are enough from the outbox to the database, with all labels', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const one = await world.addCase()
  const before = wholeCase(await server.call(cases.view, { params: { caseId: one.id } }))
  const [opId = ''] = await device.take(tab, [on(one, 'case.greet', { to: 'Ada' })])
  const [entry] = await tab.outbox.entries()
  if (!entry || !isReadable(entry.op)) throw new Error('nothing waits')
  const { op } = entry
  const shown = fold('caseDetail', before, [op])
  await device.drain(tab)
  const after = wholeCase(await server.call(cases.view, { params: { caseId: one.id } }))
  const words = ({ notes }: typeof after) => notes.map(({ id, text }) => ({ id, text }))
  expect([await states(tab), words(shown), words(after)]).toEqual([
    ['acked'],
    [{ id: opId, text: 'Hello, Ada.' }],
    [{ id: opId, text: 'Hello, Ada.' }],
  ])
  expect([isReached(op, before), isReached(op, after)]).toEqual([false, true])
  const receipt = { opId, kind: 'case.greet', platform: 'paxum', end: 'done', at: 1 } as never
  expect({
    history: overRows([receipt], []).map(({ what }) => what),
    summary: countOperations(['case.greet', 'case.greet']),
    compared: comparedFields(entry, () => undefined).map(({ label, yours }) => [label, yours]),
  }).toEqual({
    history: ['Greet customer'],
    summary: [['Greeted', 2]],
    compared: [['Note', 'Hello, Ada.']],
  })
  await device.check(tab)
})

test('a body of another shape is refused', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const one = await world.addCase()
  await device.take(tab, [on(one, 'case.greet', { whom: 'Ada' })])
  await device.drain(tab)
  const [entry] = await tab.outbox.entries()
  expect(entry).toMatchObject({
    state: 'dead',
    error: { message: expect.stringContaining('body.to') as string },
  } satisfies {
    state: Op['kind']
    error: object
  })
})
