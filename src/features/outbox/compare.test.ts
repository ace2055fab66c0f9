import { describe, expect, it } from 'vitest'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { comparedFields, whyNotAgain, whyNotEdit, whyNotMine, whyNotNote } from './compare.ts'

const ann = { id: 'u1', name: 'Ann' }
const ben = { id: 'u2', name: 'Ben' }
const namesOf = new Map([ann, ben].map(({ id, name }) => [id, name]))

function entry(kind: string, body: unknown, current?: unknown, more: Partial<PendingOp> = {}): PendingOp {
  const target = {
    platform: 'paxum',
    customerId: '7',
    caseId: 'PX1',
    ...(kind.startsWith('alert') && { alertId: '9' }),
  }
  const expected = kind === 'case.assign' ? { manager: null } : { status: 'new' }
  const op = { opId: 'o', at: 0, by: ann, kind, target, body, expect: expected }
  const rest = { label: '', group: 'g', commandId: 'c', holdUntil: 0, seq: 1, attempts: 1, nextAt: 0 }
  return { op, state: 'conflict', ...rest, ...(current !== undefined && { current }), ...more }
}
const rowsOf = (one: PendingOp) =>
  comparedFields(one, (id) => namesOf.get(id)).map(({ label, before, now, yours, differs }) => [
    label,
    before,
    now,
    yours,
    differs,
  ])

describe('before, now and yours', () => {
  it('compares the fields of a case side by side, people by name', () => {
    expect(rowsOf(entry('case.assign', { manager: ben }, { status: 'new', manager: ann }))).toEqual([
      ['Manager', 'Nobody', 'Ann', 'Ben', true],
    ])
    const known = entry('case.assign', { manager: ben }, { manager: null })
    known.op.expect = { manager: 'u1' }
    expect(rowsOf(known)).toEqual([['Manager', 'Ann', 'Nobody', 'Ben', true]])
  })

  it('marks values that are neither the earlier nor the wanted one', () => {
    const of = (status: string) => rowsOf(entry('alert.resolve', { note: 'fits' }, { status, note: 'no' }))
    expect(of('rejected')).toEqual([
      ['Status', 'New', 'Rejected', 'Resolved', true],
      ['Note', '–', 'no', 'fits', true],
    ])
    expect(of('resolved')[0]).toEqual(['Status', 'New', 'Resolved', 'Resolved', false])
    expect(of('new')[0]).toEqual(['Status', 'New', 'New', 'Resolved', false])
  })

  it('omits what the server did not send', () => {
    expect(rowsOf(entry('case.recommendStr', { action: 'proceed', note: 'odd' }))).toEqual([
      ['Status', 'New', '–', 'Closed', false],
      ['STR recommended', '–', '–', 'Yes', false],
      ['Note', '–', '–', 'odd', false],
    ])
  })
})

describe('the choices of a conflict', () => {
  it('exclude keeping mine where the policy no longer allows it', () => {
    expect(whyNotMine(entry('alert.resolve', { note: 'x' }, { status: 'rejected' }))).toBe(
      'The alert is “Rejected” already',
    )
    expect(whyNotMine(entry('alert.resolve', { note: 'x' }, { status: 'complete', openAlerts: 0 }))).toBe(
      'The case is “Closed” now',
    )
    expect(whyNotMine(entry('case.await', {}, { status: 'await' }))).toBe('The case is “Awaiting Response” now')
    expect(whyNotMine(entry('case.assign', { manager: ben }, { status: 'await', manager: ann }))).toBeNull()
    expect(whyNotMine(entry('case.await', {}))).toBeNull()
    const account = entry('accountAlert.status', { status: 'await', note: 'x' }, { status: 'rejected' })
    account.op.target.alertId = '9'
    expect(whyNotMine(account)).toBe('The alert is “Rejected” already')
  })

  it('include a note only where there is a text, and no effect is possible', () => {
    expect(whyNotNote(entry('case.await', {}))).toBe('It has no text')
    expect(whyNotNote(entry('case.note', { note: 'x' }))).toBe('It is a note already')
    expect(whyNotNote(entry('alert.resolve', { note: 'x' }, undefined, { reached: true }))).toMatch(
      /may have been done/,
    )
    expect(whyNotNote(entry('alert.resolve', { note: 'x' }))).toBeNull()
  })

  it('include rewording only where the decision is still allowed', () => {
    expect(whyNotEdit(entry('alert.resolve', { note: 'x' }, { status: 'rejected' }))).toMatch(/already/)
    expect(whyNotEdit(entry('case.note', { note: 'x' }))).toBeNull()
    const broken = entry('case.note', null, undefined, { error: { code: 'unreadable', message: '', at: 0 } })
    expect([whyNotEdit(broken), whyNotMine(broken), whyNotNote(broken)]).toEqual(
      Array(3).fill('It can no longer be read'),
    )
  })
})

describe('a decision that was refused for what it rests on', () => {
  const refused = (code: string) =>
    entry('alert.resolve', { note: 'fits' }, undefined, { state: 'dead', error: { code, message: 'no', at: 0 } })

  it.each(['facts-unread', 'facts-too-old', 'facts-passed-over', 'steps-passed-over'])(
    'is decided again, not sent again: %s',
    (code) => {
      const again = 'It would be refused again: open it and decide again'
      expect([whyNotMine(refused(code)), whyNotEdit(refused(code))]).toEqual([again, again])
      expect([whyNotAgain(refused(code)), whyNotNote(refused(code))]).toEqual([null, null])
    },
  )

  it('is told from one that the server could not take', () => {
    expect(whyNotMine(refused('expired'))).toBeNull()
    expect(whyNotAgain(refused('expired'))).toMatch(/^Only for/)
  })
})
