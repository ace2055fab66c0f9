import { expect, test } from 'vitest'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import { progressOf } from './progress.ts'

const alerts = (...statuses: ('new' | 'resolved')[]) =>
  statuses.map((status, at) => alertRow({ id: String(at), status }))
const by = { by: { id: 'ann', name: 'Ann' }, at: { date: '2026-03-10 12:00:00', timezone: 'UTC' } } as const

test.each<[string, Partial<CaseItem>]>([
  ['New', { alerts: alerts('new', 'new') }],
  ['1 of 2 open', { alerts: alerts('new', 'resolved') }],
  ['STR decision', { alerts: alerts('resolved', 'resolved') }],
  ['STR proposed', { alerts: alerts('resolved'), strProposal: by }],
  ['Resolved (NO STR)', { alerts: alerts('resolved'), status: 'complete', statusCases: 'complete' }],
])('a row says %s', (words, change) => expect(progressOf(caseRow(change))).toBe(words))
