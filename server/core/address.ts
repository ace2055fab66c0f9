/** The address of a request. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The peer's address; behind trusted proxies the one that the outermost of them saw. Null in process. */
export function clientAddress(c: Context, trustedProxies: number): string | null {
  const forwarded =
    c.req
      .header('x-forwarded-for')
      ?.split(',')
      .map((each) => each.trim()) ?? []
  const seen = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
  return seen ?? (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? null
}
