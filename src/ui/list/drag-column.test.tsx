import { expect, test } from 'vitest'
import { dragColumn } from './drag-column.ts'

const at = (type: string, clientX: number, buttons: number) =>
  new MouseEvent(type, { clientX, buttons, bubbles: true }) as PointerEvent

/** Presses the first of two columns, and what was made of it. */
function pressed() {
  document.body.innerHTML = '<div><span data-column="a"></span><span data-column="b"></span></div>'
  const cell = document.querySelector('[data-column=a]')!
  const arranged: unknown[] = []
  cell.addEventListener('pointerdown', (press) =>
    dragColumn(press as PointerEvent, { onArrange: (names) => arranged.push(names) }),
  )
  cell.dispatchEvent(at('pointerdown', 0, 1))
  return arranged
}

test('a column goes where it is dragged', () => {
  const arranged = pressed()
  window.dispatchEvent(at('pointermove', 50, 1))
  window.dispatchEvent(at('pointerup', 50, 0))
  expect(arranged).toEqual([['b', 'a']])
})

test('a press released before its code was loaded moves nothing later', () => {
  const arranged = pressed()
  window.dispatchEvent(at('pointermove', 50, 0))
  window.dispatchEvent(at('pointermove', 60, 1))
  window.dispatchEvent(at('pointerup', 60, 0))
  expect(arranged).toEqual([])
})
