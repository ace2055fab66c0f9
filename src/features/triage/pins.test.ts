import { expect, test } from 'vitest'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { aboutAlert, fillNote } from '#src/features/templates/public.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import { createPins, endsPins, factText } from './pins.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'

connectClaims({ prove, fill })

function setUp() {
  const kept = new Map<string, unknown>()
  const user: Pick<UserStore, 'get' | 'save' | 'remove' | 'subscribe'> = {
    get: (kind, platform, id) => kept.get(`${kind} ${platform} ${id}`),
    save: ({ kind, platform, id }, value) => void kept.set(`${kind} ${platform} ${id}`, value),
    remove: ({ kind, platform, id }) => void kept.delete(`${kind} ${platform} ${id}`),
    subscribe: () => () => {},
  }
  return { kept, user, pins: createPins(user, () => 'paxum') }
}

test('pinning twice unpins, undo restores, and an empty case stores nothing', () => {
  const { kept, pins } = setUp()
  pins.toggle('PX1', 'one')
  const undo = pins.toggle('PX1', 'two')
  expect([pins.of('PX1'), pins.of('PX2'), pins.cited('PX1')]).toEqual([['one', 'two'], [], 'one; two'])
  undo()
  expect(pins.of('PX1')).toEqual(['one'])
  const back = pins.toggle('PX1', 'one')
  expect(kept.size).toBe(0)
  back()
  expect(pins.of('PX1')).toEqual(['one'])
})

test('pins are deleted once the server has closed the case, and not before', () => {
  const { user, pins } = setUp()
  pins.toggle('PX1', 'one')
  pins.toggle('PX2', 'two')
  let known: PendingOp[] = []
  let tell = () => {}
  const body = { action: 'reject', note: 'No grounds.' }
  endsPins(user, { list: () => known, subscribe: (listener) => ((tell = listener), () => {}) })
  const seen = (state: PendingOp['state'], kind: string) => {
    known = [{ state, op: { kind, target: { platform: 'paxum', caseId: 'PX1' }, body } } as PendingOp]
    tell()
    return [pins.of('PX1').length, pins.of('PX2').length]
  }
  expect(seen('acked', 'alert.resolve')).toEqual([1, 1])
  expect(seen('held', 'case.recommendStr')).toEqual([1, 1])
  expect(seen('acked', 'case.recommendStr')).toEqual([0, 1])
})

test('a note cites the pinned facts of its case, once', () => {
  const { pins } = setUp()
  pins.toggle('PX1', factText({ label: 'Amount', saw: '12400.00', allows: '9000.00' }))
  const writing = {
    me: { id: 'a', name: 'Ana Lyst' },
    now: 0,
    services: { get: () => undefined },
    evidence: pins.cited,
  }
  const noteOn = (id: string) =>
    fillNote({ templateId: 'fits-profile' }, aboutAlert(caseRow({ id }), alertRow(), writing)).made
  expect(noteOn('PX1').split('Evidence: Amount 12,400.00 (threshold > 9,000.00).')).toHaveLength(2)
  expect(noteOn('PX2')).not.toContain('Evidence')
})
