/** Asks the server for its key share of the vault. */
import type * as z from 'zod/mini'
import { sync, type devicePolicy } from '#contract/calls/sync.ts'
import { headersOf, toRequest } from '#contract/wire.ts'
import type { Policy } from './vault-policy.ts'

export type Asked =
  /** `at`: the server's clock, ms. */
  | { type: 'shares'; shares: Record<string, string>; at: number; policy: Policy; lockTicket: string | undefined }
  /** It knows that this device is locked; that is all it says. */
  | { type: 'told'; at: number; policy: Policy }
  /** Gives no halves before somebody signs in anew: the device is locked. */
  | { type: 'locked' }
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
    return await answerOf(response, sync.registerDevice.reply)
  } catch {
    // no route, too slow, or a page of somebody else's: the same to whoever waits
    return { type: 'silent' }
  }
}

type Said = z.infer<typeof devicePolicy> & { shares?: Record<string, string>; lockTicket?: string | undefined }

/** What an answer to a device means, of whichever call. */
export async function answerOf(
  response: Response,
  reply: { safeParse(value: unknown): { success: boolean; data?: Said } },
): Promise<Asked> {
  if (isRevocation(response)) return { type: 'revoked' }
  if (response.status === 401) return { type: 'signedOut' }
  if (response.status === 403) return { type: 'locked' }
  if (response.status === 404) return { type: 'plain' }
  const parsed = response.ok ? reply.safeParse(await response.json()) : null
  if (!parsed?.data) return { type: 'silent' }
  const { shares, lockTicket, serverTime, offlineHours, lockMinutes, offlineUnlock = 'offered' } = parsed.data
  const policy = { offlineHours, lockMinutes, offlineUnlock }
  const at = Date.parse(serverTime)
  return shares ? { type: 'shares', shares, at, policy, lockTicket } : { type: 'told', at, policy }
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
