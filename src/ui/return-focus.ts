// Where focus goes when something that lay over the page closes. A part that is opened by a key has no trigger to go
// back to, and the element that had focus may be gone: a recycled row, a closed menu.
import { useState } from 'react'

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
}

/** The element to focus: the one that had focus before if it is still there, else the list in front, else the page. */
export function focusTarget(origin: Element | null): HTMLElement | null {
  if (isUsable(origin)) return origin
  return document.querySelector<HTMLElement>('[role="grid"]') ?? document.querySelector<HTMLElement>('main')
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
  if (body?.contains(document.activeElement)) return false
  return body?.querySelector<HTMLElement>(FIELDS) ?? body ?? true
}
