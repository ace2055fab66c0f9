import { expect, test } from 'vitest'
import { toStamp } from '#contract/model/common.ts'
import { dueState } from './due.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const at = (minutes: number) => toStamp(new Date(NOON + minutes * 60_000))

test('is late from the due date on, and due soon from the configured margin on', () => {
  expect(dueState({ status: 'new', dueAt: at(60), dueSoonAt: at(1) }, NOON)).toBeNull()
  expect(dueState({ status: 'new', dueAt: at(60), dueSoonAt: at(0) }, NOON)).toBe('soon')
  expect(dueState({ status: 'in_progress', dueAt: at(0), dueSoonAt: at(-60) }, NOON)).toBe('breached')
})

test('has no due state without a due date or while paused', () => {
  expect(dueState({ status: 'new' }, NOON)).toBeNull()
  expect(dueState({ status: 'new', dueAt: null, dueSoonAt: null }, NOON)).toBeNull()
  // as an operation that is not sent leaves it
  expect(dueState({ status: 'await', dueAt: at(-5), dueSoonAt: at(-9) }, NOON)).toBeNull()
})
