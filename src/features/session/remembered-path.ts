// The cookie `patch`: the last visited path, so that signing in again leads back to it. Addresses hold ids and
// enumerations only, never a customer's words, because cookies lie on disk as plain text.
import { readCookie, writeCookie } from '#src/data/user/session-store.ts'

/** Paths of signing in and out, to which nobody wants to come back. A link from another system is come back to. */
const PASSING: ReadonlySet<string> = new Set(['/', '/authorize', '/logout', '/notFound'])

const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? ''
export const isWorthReturningTo = (href: string): boolean =>
  href.startsWith('/') && !href.startsWith('//') && !PASSING.has(pathOf(href))

/** To be called with path and query on every change of route. */
export function rememberPath(href: string): void {
  if (isWorthReturningTo(href)) writeCookie(document, 'patch', href)
}

/** The remembered path; null, and forgotten, where it is none to go back to. */
export function takeRememberedPath(): string | null {
  const href = readCookie(document, 'patch')
  if (href !== null && isWorthReturningTo(href)) return href
  writeCookie(document, 'patch', null)
  return null
}
