/** Handles the unread body of a refused request. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Refusal } from '#server/core/refusal.ts'

/** How long a refusal waits for the rest of a body, in milliseconds. */
const PATIENCE = 500

/**
 * Throws the refusal once the rest of the body has come and was dropped: before that, the next request on the same
 * connection could not be told from it. Where the rest is long in coming, the connection ends with the answer.
 */
export async function dismiss(c: Context, refusal: unknown): Promise<never> {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!incoming || incoming.readableEnded || !hasBody(incoming.headers)) throw refusal
  if (!incoming.destroyed) {
    incoming.resume()
    await Promise.race([once(incoming, 'end').catch(() => undefined), pause(PATIENCE, undefined, { ref: false })])
  }
  if (!incoming.readableEnded && refusal instanceof Refusal) refusal.headers['connection'] = 'close'
  throw refusal
}

const hasBody = (headers: HttpBindings['incoming']['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
