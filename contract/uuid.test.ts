import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { uuidV7 } from './uuid.ts'

it('makes version 7 ids that sort by time', () => {
  const ids = [0, 1, 2 ** 33, Date.UTC(2026, 0), Date.UTC(2400, 0)].map(uuidV7)
  expect(ids.map((id) => z.uuidv7().safeParse(id).success)).toEqual([true, true, true, true, true])
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(Array.from({ length: 1000 }, () => uuidV7(5))).size).toBe(1000)
})
