// Columns by the mouse: the end of a name makes its column wider, the name itself takes it elsewhere.
import type { HeaderControl } from './list-header.tsx'

/** Before it has moved so far, a press is a click. */
const STILL = 5
export const LEAST_WIDTH = 40
export const MOST_WIDTH = 800

const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-column]')]
const nameOf = (cell: HTMLElement) => cell.dataset['column'] ?? ''

/** Follows a press on the header until release; without movement it does nothing. */
export function dragColumn(press: PointerEvent, { onArrange }: Pick<HeaderControl, 'onArrange'>): void {
  const target = press.target instanceof Element ? press.target : null
  const cell = target?.closest<HTMLElement>('[data-column]')
  const row = cell?.parentElement
  if (press.button !== 0 || !cell || !row) return
  const isGrip = target?.classList.contains('list-grip') ?? false
  const started = cell.getBoundingClientRect().width
  const widthAt = (x: number) => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, started + x - press.clientX)))
  let hasMoved = false

  const follow = (event: PointerEvent) => {
    // released before this code was loaded
    if (event.buttons === 0) return stop()
    hasMoved ||= Math.abs(event.clientX - press.clientX) > STILL
    if (!hasMoved) return
    if (isGrip) cell.style.inlineSize = `${widthAt(event.clientX)}px`
    else cell.dataset['dragged'] = ''
  }
  const end = (event: PointerEvent) => {
    stop()
    if (!hasMoved) return
    // letting go is no click on the name
    const after = new AbortController()
    window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, signal: after.signal })
    setTimeout(() => after.abort())
    if (isGrip)
      return onArrange(
        cellsOf(row).map((one) => (one === cell ? `${nameOf(one)}:${widthAt(event.clientX)}` : nameOf(one))),
      )
    const names = cellsOf(row).map(nameOf)
    const over = cellsOf(row).find((one) => event.clientX < one.getBoundingClientRect().right) ?? cellsOf(row).at(-1)
    const to = over ? names.indexOf(nameOf(over)) : -1
    if (to >= 0 && nameOf(cell) !== names[to]) {
      onArrange(names.filter((name) => name !== nameOf(cell)).toSpliced(to, 0, nameOf(cell)))
    }
  }
  const stop = () => {
    delete cell.dataset['dragged']
    window.removeEventListener('pointermove', follow)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', stop)
  }
  window.addEventListener('pointermove', follow)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', stop)
}
