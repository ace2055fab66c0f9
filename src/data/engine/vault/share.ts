/** Asks the server for its half of the vault. */
import { sync } from '#contract/calls/sync.ts'
import { headersOf, toRequest } from '#src/data/request.ts'
import type { Policy } from './notes.ts'

export type Asked =
  /** `at`: the server's clock, ms. */
  | { type: 'shares'; shares: Record<string, string>; at: number; policy: Policy }
  /** Keeps no halves: a plain catalogue server. */
  | { type: 'plain' }
  | { type: 'signedOut' }
  /** This device was revoked: it wipes itself. */
  | { type: 'revoked' }
  /** Not to be reached, or it makes no sense now. */
  | { type: 'silent' }

export interface SharePorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  base: string
  token: () => string | null
  device: string
  label: string
}

/** As long as somebody may wait for the first screen, ms. */
const TIMEOUT_MS = 15_000

/** Whether an answer says that this device was revoked. */
export const isRevocation = (response: Response): boolean =>
  response.status === 401 && response.headers.get('x-device') === 'revoked'

/** Never throws. */
export async function askForShares({ fetch, base, token, device, label }: SharePorts): Promise<Asked> {
  const held = token()
  if (held === null) return { type: 'signedOut' }
  const input = { body: { device, label } }
  const [url, init] = toRequest(base, sync.registerDevice, input, headersOf(held, ''))
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (isRevocation(response)) return { type: 'revoked' }
    if (response.status === 401) return { type: 'signedOut' }
    if (response.status === 404) return { type: 'plain' }
    const parsed = response.ok ? sync.registerDevice.reply.safeParse(await response.json()) : null
    if (!parsed?.success) return { type: 'silent' }
    const { shares, serverTime, offlineHours, lockMinutes } = parsed.data
    return { type: 'shares', shares, at: Date.parse(serverTime), policy: { offlineHours, lockMinutes } }
  } catch {
    // no route, too slow, or a page of somebody else's: the same to whoever waits
    return { type: 'silent' }
  }
}

/** Tells the server that this device keeps nothing any more, so that its half is destroyed. False where it did not hear. */
export async function giveUpShares({ fetch, base, token, device }: SharePorts): Promise<boolean> {
  const [url, init] = toRequest(base, sync.revokeDevice, { params: { device } }, headersOf(token(), ''))
  try {
    return (await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
