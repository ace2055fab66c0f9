/** Moves between the parts of the window by F6: bars, screen, side panels. */

const parts = '[data-pane], main aside'
const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"]), [contenteditable=true]'

/** The last focus of each part. */
const left = new WeakMap<Element, HTMLElement>()

const innermost = (panes: readonly Element[], element: Element | null) =>
  panes.findLast((pane) => pane.contains(element)) ?? null

/** The entry of a part: its last focus, else its list, else its first tab stop. */
function entryOf(pane: Element, panes: readonly Element[]): HTMLElement | null {
  const before = left.get(pane)
  if (before?.isConnected && pane.contains(before)) return before
  // a part that can be scrolled by keys is a stop itself
  const own = [pane as HTMLElement, ...pane.querySelectorAll<HTMLElement>(stops)].filter(
    (one) => one.matches(stops) && innermost(panes, one) === pane,
  )
  return own.find((one) => one.closest('[role="grid"]')) ?? own[0] ?? null
}

/** Scrolls the screen by pages or to an end, if there is no list. */
export function scrollScreen(pages: number, page: Document = document): void {
  const part = page.querySelector('main [data-scrolls]')
  // a little of what was seen stays in view
  part?.scrollBy({ top: Math.sign(pages) * Math.min(part.scrollHeight, Math.abs(pages) * part.clientHeight * 0.9) })
}

/** Puts focus into the next or previous part that has something to focus, round and round. */
export function stepPane(direction: 1 | -1, page: Document = document): void {
  const panes = [...page.querySelectorAll(parts)]
  const { activeElement } = page
  const here = innermost(panes, activeElement)
  if (here && activeElement instanceof HTMLElement) left.set(here, activeElement)
  const from = here ? panes.indexOf(here) : direction === 1 ? -1 : panes.length
  for (let step = 1; step <= panes.length; step++) {
    const pane = panes[(from + direction * step + panes.length * 2) % panes.length]
    const entry = pane && entryOf(pane, panes)
    if (entry) return entry.focus()
  }
}
