import { expect, test } from 'vitest'
import { pressesOf } from './presses.ts'

const act = (presses: number, targets = 1, commandId = 'alert.resolve', writes = targets) => ({
  commandId,
  presses,
  plan: { writes },
  targets: Array.from({ length: targets }, (_, n) => `PX${n}`),
})

test('no actions give no figures', () =>
  expect(pressesOf([])).toEqual({ dispositions: 0, perDisposition: null, bulks: 0, perBulk: null }))

test('a decision that closes the case with its last alert counts once', () =>
  expect(pressesOf([act(1, 1, 'alert.macro', 2)])).toMatchObject({ dispositions: 1, perDisposition: 1, bulks: 0 }))

test('medians of single and bulk decisions are separate', () =>
  expect(pressesOf([act(1), act(9), act(2), act(5, 300), act(4, 2), act(40, 1, 'case.note')])).toEqual({
    dispositions: 3,
    perDisposition: 2,
    bulks: 2,
    perBulk: 4.5,
  }))
