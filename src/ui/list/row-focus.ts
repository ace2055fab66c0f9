// For a list whose cursor row has the DOM focus (roving tabindex): some combinations of browser and screen reader do
// not follow `aria-activedescendant` into grid rows.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

export interface ListCursor {
  subscribe: (listener: () => void) => () => void
  /** Index of the cursor row, -1 for none. */
  get: () => number
}

interface RowFocus {
  isOn: boolean
  cursor: ListCursor
  /** Rows are called by it and their index. */
  listId: string
}

/** Keeps the only tab stop, and the focus if it is in the list, on the row under the cursor, whatever element that is. */
export function useRowFocus(grid: RefObject<HTMLElement | null>, { isOn, cursor, listId }: RowFocus): void {
  const marked = useRef<HTMLElement | null>(null)
  const isInside = useRef(false)

  const place = () => {
    const element = grid.current
    const row = isOn ? document.getElementById(`${listId}-${cursor.get()}`) : null
    row?.setAttribute('tabindex', '0')
    const active = document.activeElement
    // an element that was taken away with the focus on it leaves it to the page
    const isOurs = isInside.current && (active === document.body || element?.contains(active))
    if (row && isOurs && active !== row) row.focus({ preventScroll: true })
    // only now: a focused element that can no longer be focused loses the focus at once
    if (row !== marked.current) marked.current?.removeAttribute('tabindex')
    marked.current = row
    // without a row the list itself has to be reachable
    if (element && isOn) element.tabIndex = row ? -1 : 0
  }

  // after every commit: rows sit in recycled elements
  useLayoutEffect(place)

  useEffect(() => {
    const element = grid.current
    if (!element || !isOn) return undefined
    const enter = () => {
      isInside.current = true
      place()
    }
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) isInside.current = false
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    if (element.contains(document.activeElement)) enter()
    const stop = cursor.subscribe(place)
    return () => {
      stop()
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
      element.tabIndex = 0
      if (isInside.current) element.focus({ preventScroll: true })
      isInside.current = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `place` reads only what is named here
  }, [grid, isOn, cursor, listId])
}
