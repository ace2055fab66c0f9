// Focus after an overlay closes. An overlay opened by a key has no trigger, and the previously focused element may be
// gone: a recycled row, a closed menu.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}

/** The focus target of the screen: its list, else its scrollable part, else the page. */
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
 * For a component mounted when an overlay opens: the previously focused element, for the overlay's `finalFocus`. Read
 * during rendering, because the overlay moves focus before any effect runs.
 */
export function useReturnFocus(): () => HTMLElement | null {
  const [origin] = useState(() => document.activeElement)
  return () => focusTarget(origin)
}

const FIELDS = 'input:not([type=hidden], [type=file]), textarea, select, [role=combobox], [contenteditable=true]'

/**
 * The initial focus of an overlay: its first field, else its body, so that arrow keys scroll it. False if something in
 * it has the focus already.
 */
export function firstField(body: HTMLElement | null): HTMLElement | boolean {
  const at = document.activeElement
  if (at !== body && body?.contains(at)) return false
  return body?.querySelector<HTMLElement>(FIELDS) ?? body ?? true
}

/**
 * Focuses the first field of an overlay before paint: the overlay's own focus takes a frame, in which keys would act on
 * the page below. Used as a ref of the last element of the body, since the body's own ref is not set yet.
 */
export function useFirstFocus(isDue = true): RefObject<HTMLElement | null> {
  const mark = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const field = isDue && firstField(mark.current?.parentElement ?? null)
    if (field instanceof HTMLElement) field.focus()
  }, [isDue])
  return mark
}
