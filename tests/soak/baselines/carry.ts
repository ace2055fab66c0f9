/** What every baseline shares: how one operation travels, as the catalogue's own call with its key. */
import { findKind } from '#contract/ops/kinds.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import { BASES, headersOf, toRequest } from '#contract/wire.ts'
import type { Taken } from '../client.ts'

/** An operation under its key. */
export interface Parcel {
  opId: string
  draft: OpDraft
}

/** What a page of a baseline offers the soak. */
export interface Baseline {
  /** Answers those operations that were confirmed, as far as the library confirms anything. */
  accept(parcels: readonly Parcel[]): Promise<Taken[]>
  /** What it still has to send, by key. */
  waiting(): Promise<string[]>
  nudge(): Promise<void>
}

declare global {
  var baseline: Baseline
}

/** How long a request may take, ms. */
const TIMEOUT_MS = 5000

/** A refusal that stays one whenever it is asked again. */
export class Refused extends Error {}

export function requestOf({ opId, draft }: Parcel): Request {
  const kind = findKind(draft.kind)
  if (!kind) throw new Error(`no kind is called ${draft.kind}`)
  const token = document.cookie.match(/(?:^|; )token=([^;]*)/)?.[1] ?? null
  const input = { params: kind.params(draft), ...(kind.call.body && { body: draft.body }) }
  const headers = { ...headersOf(token, draft.target.platform), 'idempotency-key': opId }
  const [url, init] = toRequest(BASES.api, kind.call, input, headers)
  return new Request(url, init)
}

/** Sends one. Throws where it has to be sent again, and `Refused` where that is no use. */
export async function carry(parcel: Parcel): Promise<void> {
  const response = await fetch(requestOf(parcel), { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok && response.status < 500 && response.status !== 429) throw new Refused(String(response.status))
  // a portal's page is no answer, nor is half of one
  if (!response.ok || !(await isAnswer(response))) throw new Error(`HTTP ${response.status}`)
}

/** Whether an answer is the server's and whole. */
export async function isAnswer(response: Response): Promise<boolean> {
  return response.json().then(
    () => true,
    () => false,
  )
}

export const takenOf = ({ opId, draft }: Parcel): Taken => ({
  opId,
  kind: draft.kind,
  caseId: draft.target.caseId ?? '',
})

/** The wait before another attempt, ms: doubled each time, with jitter. */
export const backoff = (failures: number) => Math.random() * Math.min(4000, 150 * 2 ** failures)
