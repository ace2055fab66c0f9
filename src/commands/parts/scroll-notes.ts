/** The share of its height by which a key scrolls the notes. */
const STEPS: Readonly<Record<string, number>> = {
  down: 0.25,
  up: -0.25,
  pagedown: 0.9,
  pageup: -0.9,
  home: -Infinity,
  end: Infinity,
}

/** Scrolls the notes that are shown; whether the key does so, and there are any. */
export function scrollNotes(stroke: string | undefined): boolean {
  const step = STEPS[stroke ?? '']
  const shown = document.querySelector('[data-notes]')
  if (step === undefined || !shown) return false
  const { scrollHeight, scrollTop, clientHeight } = shown
  shown.scrollTop = Math.min(
    scrollHeight,
    Math.max(0, scrollTop + (Number.isFinite(step) ? step * clientHeight : step)),
  )
  return true
}
