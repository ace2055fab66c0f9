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

const MONTH = 60 * 60 * 24 * 30

/**
 * Sets a cookie of this origin for its whole path, for this time in seconds, or, where that is null, until the browser
 * ends; a null value deletes it by `max-age=-1`.
 */
export function writeCookie(jar: CookieJar, name: string, value: string | null, seconds: number | null = MONTH): void {
  const life = value === null ? '; max-age=-1' : seconds === null ? '' : `; max-age=${seconds}`
  jar.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; samesite=strict${life}${SECURE}`
}

/** How long a session lasts from its start, in seconds, as its token says (RFC 7519); null where it does not. */
function lifeOf(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { iat?: number; exp?: number }
    const seconds = Number(claims.exp) - Number(claims.iat)
    return seconds > 0 ? Math.floor(seconds) : null
  } catch {
    return null
  }
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
      // by the token's own times, since the device's clock may be wrong
      writeCookie(jar, 'token', next, lifeOf(next ?? ''))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
