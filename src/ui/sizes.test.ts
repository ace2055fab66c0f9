import { expect, it } from 'vitest'
import { BREAKPOINTS, MODAL_BODY_HEIGHT, MODAL_SIZES } from './sizes.ts'

it('has the sizes of the specification', () => {
  expect(BREAKPOINTS).toEqual([400, 600, 820, 900, 1024, 1200, 1440, 1640, 1840])
  expect(Object.values(MODAL_SIZES).filter((width) => width < 320 || width > 640)).toEqual([])
  expect(MODAL_BODY_HEIGHT).toBe(600)
})
