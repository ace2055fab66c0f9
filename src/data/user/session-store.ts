/** Token and platform of this window: what every request carries. The cookies are those of the specification. */

/** The owner of `document.cookie`; tests pass an object. */
export interface CookieJar {
  cookie: string
}

const SECURE = globalThis.location?.protocol === 'https:' ? '; secure' : ''

/** The value of a cookie, or null. */
export function readCookie(jar: CookieJar, name: string): string | null {
  for (const part of jar.cookie.split('; ')) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1))
  }
  return null
}

/** Sets a cookie of this origin for its whole path; null deletes it by `max-age=-1`. */
export function writeCookie(jar: CookieJar, name: string, value: string | null): void {
  const rest = value === null ? 'max-age=-1' : `max-age=${60 * 60 * 24 * 30}`
  jar.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; samesite=strict; ${rest}${SECURE}`
}

/** The session's token, in the cookie `token` alone: what another tab was given, or dropped, counts here at once. */
export interface TokenStore {
  /** Null if signed out. The text `undefined` is returned as it is: `send` blocks it. */
  get: () => string | null
  set(token: string | null): void
  subscribe: (listener: () => void) => () => void
}

/** A token store over a cookie jar. */
export function createTokenStore(jar: CookieJar): TokenStore {
  const listeners = new Set<() => void>()
  return {
    get: () => readCookie(jar, 'token') || null,
    set(next) {
      writeCookie(jar, 'token', next)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
