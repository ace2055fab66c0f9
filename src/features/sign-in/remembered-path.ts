// The cookie `patch`: the last visited path, for returning after sign-in. Addresses contain ids and enumerations only,
// never customer text, because cookies are plain text on disk.
import { readCookie, writeCookie } from '#src/data/user/session-store.ts'

/** Paths of signing in and out, which are not remembered. A link from another system is. */
const NOT_REMEMBERED: ReadonlySet<string> = new Set(['/', '/authorize', '/logout', '/notFound'])

const pathOf = (href: string) => href.split(/[?#]/, 1)[0] ?? ''
export const isWorthReturningTo = (href: string): boolean =>
  href.startsWith('/') && !href.startsWith('//') && !NOT_REMEMBERED.has(pathOf(href))

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
