// A tab comes back to its own place: two tabs of one queue do not take over each other's.
const KEY = 'docket.tab'

/** The name of this tab; it outlives a reload and says nothing. */
export function tabId(): string {
  const known = sessionStorage.getItem(KEY)
  if (known !== null) return known
  const id = crypto.randomUUID()
  sessionStorage.setItem(KEY, id)
  return id
}

/** The page was loaded again, or somebody signed in on the way; an address that was typed or followed begins afresh. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/authorize`)
}
