/** The addresses a sign-in may come from and go back to. */
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host)
}

/**
 * The public origin of this server. The Host header is not trusted, so without PUBLIC_URL only loopback is accepted.
 */
export function ownOrigin(request: Request, { publicUrl }: Config): string {
  if (publicUrl) return publicUrl
  const { origin, hostname } = new URL(request.url)
  if (!isLoopback(hostname)) throw new Refusal(400, 'This server does not know its own address: set PUBLIC_URL.')
  return origin
}

/** The origin to return to, from `spa_host`: our own or one of the allow-list. A bare host has our own scheme. */
export function returnOrigin(spaHost: string, own: string, { spaHosts }: Config): string {
  const wanted = parseOrigin(/^https?:\/\//.test(spaHost) ? spaHost : `${new URL(own).protocol}//${spaHost}`)
  if (wanted && (wanted === own || spaHosts.includes(wanted))) return wanted
  throw new Refusal(400, 'spa_host: not an address this server returns to (SPA_HOSTS)')
}

function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && url.username === '' && url.password === '' ? url.origin : undefined
}
