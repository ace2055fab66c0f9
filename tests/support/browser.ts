/** The part of a browser that signing in needs: cookies by path, and redirects. */

interface Cookie {
  name: string
  value: string
  path: string
}

export class Browser {
  readonly #cookies: Cookie[] = []
  /** Every address that was visited, in order. */
  readonly visited: string[] = []

  /** Sends one request with the cookies of its path and stores those of the answer; follows no redirect. */
  async request(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = this.#cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
    const headers = new Headers(init.headers)
    headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    this.visited.push(String(url))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  /** Follows redirects up to the first one that `until` accepts, or to an answer without one. */
  async follow(
    url: string | URL,
    until: (next: URL) => boolean,
    init?: RequestInit,
  ): Promise<{ at: URL; response: Response }> {
    let at = new URL(url)
    let response = await this.request(at, init)
    for (;;) {
      const location = response.headers.get('location')
      if (!location) return { at, response }
      at = new URL(location, at)
      if (until(at)) return { at, response }
      response = await this.request(at)
    }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const cut = pair.indexOf('=')
    const name = pair.slice(0, cut)
    const value = pair.slice(cut + 1)
    const attribute = (wanted: string) =>
      attributes.map((each) => each.split('=')).find(([key]) => key?.toLowerCase() === wanted)?.[1]
    const path = attribute('path') ?? '/'
    const expires = attribute('expires')
    const isGone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
    const index = this.#cookies.findIndex((each) => each.name === name && each.path === path)
    if (index >= 0) this.#cookies.splice(index, 1)
    if (!isGone) this.#cookies.push({ name, value, path })
  }
}
