// A tab comes back to its own place: two tabs of one queue do not take over each other's.
const KEY = 'docket.tab'

/** The id of this tab; it survives a reload and has no meaning. */
export function tabId(): string {
  const known = sessionStorage.getItem(KEY)
  if (known !== null) return known
  const id = crypto.randomUUID()
  sessionStorage.setItem(KEY, id)
  return id
}

/** A reload, or a return from sign-in; a typed or followed address starts anew. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/authorize`)
}
