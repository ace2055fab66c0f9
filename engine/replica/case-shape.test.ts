import { expect, test } from 'vitest'
import { caseRow } from '#tests/support/rows.ts'
import { caseShape } from './case-shape.ts'

const by = { id: 'analyst', name: 'Ana Lyst' }
const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const strProposal = { by, at }
const approval = { id: 'a1', kind: 'hardstop' as const, by, at }

test.each([
  ['nothing', {}],
  ['a proposed STR', { strProposal }],
  ['a pending approval', { approval }],
  ['both', { strProposal, approval }],
])('a row of the replica keeps its pending approval: %s', (_, waits) => {
  const row = { ...caseRow(waits), search: '' }
  // as it is read from the disk
  const packed: unknown = JSON.parse(JSON.stringify(caseShape.pack(row)))
  const { strProposal: proposed, approval: asked } = caseShape.unpack(packed as never, row.platform, 0, '')
  expect({ strProposal: proposed, approval: asked }).toEqual({ strProposal: undefined, approval: undefined, ...waits })
})

test.each([null, { on: '2026-04-01', watch: 'deposits', isDue: true }])(
  'a row of the replica keeps its review: %j',
  (review) => {
    const row = { ...caseRow({ review }), search: '' }
    const packed: unknown = JSON.parse(JSON.stringify(caseShape.pack(row)))
    expect(caseShape.unpack(packed as never, row.platform, 0, '').review).toEqual(review)
    expect(caseShape.factsOf(row)['review']).toBe(review && 'due')
  },
)

test('the replica leaves the filter of pending approvals to the server', () => {
  const query = { platform: 'paxum', 'status[]': ['new' as const] }
  expect(caseShape.conditionOf(query)).not.toBeNull()
  expect(caseShape.conditionOf({ ...query, approval: '1' })).toBeNull()
  expect(caseShape.conditionOf({ ...query, approval: '0' })).toBeNull()
})

test('the alert status “open” asks for any alert that awaits a decision', () => {
  const query = { platform: 'paxum', 'status[]': ['new' as const] }
  const statusesOf = (alertStatus: 'open' | 'rejected') =>
    [...(caseShape.conditionOf({ ...query, alertStatus })?.parts['status'] ?? [])].toSorted()
  expect(statusesOf('open')).toEqual(['await', 'in_progress', 'new', 'notification_sent'])
  expect(statusesOf('rejected')).toEqual(['rejected'])
})
