// Where focus goes when something that lay over the page closes. A part that is opened by a key has no trigger to go
// back to, and the element that had focus may be gone: a recycled row, a closed menu.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}

/** What the screen is entered by: its list, else the part of it that is read and scrolled, else the page. */
const ENTRIES = ['[role="grid"]', 'main [data-scrolls]', 'main']

/** The element to focus: the one that had focus before if it is still there, else the screen's own. */
export function focusTarget(origin: Element | null): HTMLElement | null {
  if (isUsable(origin)) return origin
  for (const entry of ENTRIES) {
    const found = document.querySelector<HTMLElement>(entry)
    if (found) return found
  }
  return null
}

/**
 * Gives focus to the screen where it has fallen to the page, as it does when the element that had it is replaced: keys
 * that scroll, and screen readers, start from there.
 */
export function landFocus(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost && !document.querySelector('[role=dialog]')) focusTarget(null)?.focus({ preventScroll: true })
}

/**
 * For a component that is mounted when an overlay opens: what it had found focused, for the overlay's `finalFocus`.
 * Read while drawing, because the overlay moves focus before any effect of ours could run.
 */
export function useReturnFocus(): () => HTMLElement | null {
  const [origin] = useState(() => document.activeElement)
  return () => focusTarget(origin)
}

const FIELDS = 'input:not([type=hidden], [type=file]), textarea, select, [role=combobox], [contenteditable=true]'

/**
 * What an overlay focuses when it opens: its first field, else its body, so that the arrow keys scroll what is to be read.
 * False where something in it has the focus already.
 */
export function firstField(body: HTMLElement | null): HTMLElement | boolean {
  const at = document.activeElement
  if (at !== body && body?.contains(at)) return false
  return body?.querySelector<HTMLElement>(FIELDS) ?? body ?? true
}

/**
 * Focuses the first field of an overlay before anything is painted: the overlay's own way takes a frame, in which keys
 * would act on the page below. For an element at the end of the overlay's body, which stands for it: a ref of the body
 * itself is not set yet when what is in it has been drawn.
 */
export function useFirstFocus(isDue = true): RefObject<HTMLElement | null> {
  const mark = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const field = isDue && firstField(mark.current?.parentElement ?? null)
    if (field instanceof HTMLElement) field.focus()
  }, [isDue])
  return mark
}
