/** Asks the server for its key share of the vault. */
import type * as z from 'zod/mini'
import { sync, type devicePolicy } from '#contract/calls/sync.ts'
import { headersOf, toRequest } from '#contract/request.ts'
import type { Policy } from './vault-policy.ts'

export type Asked =
  /** `at`: the server's clock, ms. */
  | { type: 'shares'; shares: Record<string, string>; at: number; policy: Policy; lockTicket: string | undefined }
  /** The server knows that this device is locked, and says nothing more. */
  | { type: 'told'; at: number; policy: Policy }
  /** No key shares before a new sign-in: the device is locked. */
  | { type: 'locked' }
  /** No key shares at all: a catalogue-only server. */
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

/** The maximum wait for the first screen, ms. */
const TIMEOUT_MS = 15_000

/** True if an answer says that this device was revoked. */
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
    // no route, too slow, or another site's page: all count as no answer
    return { type: 'silent' }
  }
}

type Said = z.infer<typeof devicePolicy> & { shares?: Record<string, string>; lockTicket?: string | undefined }

/** The meaning of an answer to a device, for every call. */
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

/**
 * Tells the server that this device has deleted everything, so that its key share is destroyed. False without an
 * answer.
 */
export async function giveUpShares({ fetch, base, token, device }: SharePorts): Promise<boolean> {
  const [url, init] = toRequest(base, sync.revokeDevice, { params: { device } }, headersOf(token(), ''))
  try {
    return (await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
