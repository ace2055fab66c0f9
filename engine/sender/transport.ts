/** Carries operations to a server: as one batch where it knows them, else as the catalogue's own calls. */
import type { Call, Output } from '#contract/call.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync, type SyncOp, type SyncResult } from '#contract/calls/sync.ts'
import type { Problem } from '#contract/model/common.ts'
import { findKind } from '#contract/ops/kinds.ts'
import { paramsOf } from '#contract/ops/op.ts'
import { headersOf, toRequest, type LooseInput } from '#contract/request.ts'
import { retryAfter } from '#engine/base/backoff.ts'
import type { Clock } from '#engine/base/clock.ts'
import type { OpRow } from '#engine/base/types.ts'
import type { Body } from '#engine/outbox/outbox.ts'
import { noAnswer, outcomeOf, type Outcome } from '#engine/outbox/outcome.ts'
import { evaluateReadBack, shownOf } from '#engine/outbox/read-back.ts'
import type { Tombstone, Reset } from '#engine/outbox/rows.ts'

/** The error of an operation on a server without idempotency keys if reading back is inconclusive. */
const UNCLEAR = 'The answer was lost. The current state may be yours or another person’s.'

/** Refusals of a whole batch that a single operation can be the reason for. */
const OF_ONE: ReadonlySet<number> = new Set([400, 413, 422])
/** The timeout of a request, ms. */
const TIMEOUT_MS = 15_000

export interface TransportPorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  clock: Clock
  /** Base address of the API: `/api`. */
  base: string
  token: () => string | null
  /** Names this device's series of numbers; see `SyncOp.devSeq`. */
  device: string
  incarnation: string
  /** True if the server that was last sent something supports idempotency keys; left out, that is not known. */
  knewKeys?: () => Promise<boolean>
}

/** A row with its content. */
export interface Opened {
  row: OpRow
  body: Body
}

export type Capabilities = Output<typeof sync.capabilities>

export interface Exchange {
  /** One for each operation, in order. */
  outcomes: Outcome[]
  /** The server's clock, ms, where it told. */
  serverTime: number | null
  /** The server took the batch and answered each by itself: a failure is that operation's, and not the server's. */
  isEach: boolean
  /** It refused all of them for what is wrong with one. */
  isOneOfThem?: boolean
}

/** The server cannot be asked now. `wait`: how long it wants no request, ms. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly wait: number | null
  constructor(message: string, wait: number | null, cause?: unknown) {
    super(message, { cause })
    this.wait = wait
  }
}

/** The server asks for a session first. */
export class SignedOut extends Unreachable {}

export class Transport {
  readonly #ports: TransportPorts
  #capabilities: Capabilities | null | undefined

  constructor(ports: TransportPorts) {
    this.#ports = ports
  }

  /** Forgets what the server can do, so that the next batch first asks: a question has no effect, a batch may. */
  forget(): void {
    this.#capabilities = undefined
  }

  /** The server's additions to the catalogue; null for a catalogue-only server. Throws `Unreachable`. */
  async capabilities(): Promise<Capabilities | null> {
    if (this.#capabilities !== undefined) return this.#capabilities
    let response: Response
    try {
      response = await this.#request(sync.capabilities, {}, '')
    } catch (cause) {
      throw new Unreachable('no answer', null, cause)
    }
    if (response.status === 404 && !(await this.#isNobodys(response))) return (this.#capabilities = null)
    const wait = retryAfter(response.headers, this.#ports.clock.now())
    if (!response.ok) throw new Unreachable(`the server answered ${response.status}`, wait)
    const parsed = sync.capabilities.reply.safeParse(await response.json().catch(() => null))
    // an answer of another shape is not our server's: a portal or a proxy
    if (!parsed.success) throw new Unreachable('the answer is not the server’s', null, parsed.error)
    return (this.#capabilities = parsed.data.ops ? parsed.data : null)
  }

  /** An answer without our message, where our server was: from a proxy whose server is down (decision 0111). */
  async #isNobodys(response: Response): Promise<boolean> {
    return (await this.#ports.knewKeys?.()) === true && (await problemOf(response)) === null
  }

  /** Sends a batch of one platform. Never throws: whatever happens is an outcome. */
  async send(batch: readonly Opened[], capabilities: Capabilities | null): Promise<Exchange> {
    return capabilities ? this.#batch(batch, capabilities) : this.#plain(batch)
  }

  /** Reports to the server the numbers that will never arrive. Throws `Unreachable` if it did not answer. */
  async bury(fates: readonly Tombstone[]): Promise<void> {
    const items = fates.map(({ devSeq, fate, reason }) => ({ devSeq, fate, ...(reason !== undefined && { reason }) }))
    await this.#tell(sync.tombstones, { device: this.#ports.device, items })
  }

  /** Reports to the server that this browser's data were deleted. Throws `Unreachable` if it did not answer. */
  async tellReset(reset: Reset): Promise<void> {
    await this.#tell(sync.storageReset, reset)
  }

  /** The operations that the server has no record of. Throws `Unreachable`, `SignedOut` among it. */
  async unknownOf(opIds: readonly string[]): Promise<readonly string[]> {
    let answer: unknown
    let wait: number | null = null
    let isSignedOut = false
    try {
      const response = await this.#request(sync.receipts, { body: { opIds } }, '')
      wait = retryAfter(response.headers, this.#ports.clock.now())
      isSignedOut = response.status === 401
      answer = response.ok ? await response.json() : null
    } catch (cause) {
      throw new Unreachable('no answer', null, cause)
    }
    if (isSignedOut) throw new SignedOut('the session is over', wait)
    const parsed = sync.receipts.reply.safeParse(answer)
    if (!parsed.success) throw new Unreachable('the server did not say what it has', wait, parsed.error)
    return parsed.data.unknown
  }

  async #tell(call: Call, body: unknown): Promise<void> {
    let response: Response
    let answer: Partial<Problem> | null
    try {
      response = await this.#request(call, { body }, '')
      answer = await problemOf(response)
    } catch (cause) {
      throw new Unreachable('no answer', null, cause)
    }
    const wait = retryAfter(response.headers, this.#ports.clock.now())
    // a page in place of an answer is a portal's, and the server has heard nothing
    const isHeard = response.ok && call.reply.safeParse(answer).success
    // a permanent refusal would be repeated, and is no reason to delay the rest
    const isOver = isHeard || wholeOutcome(response.status, answer, wait).type === 'fail'
    if (!isOver) throw new Unreachable(`the server answered ${response.status}`, wait)
  }

  /** Reads back whether an operation without an answer has had its effect. */
  async probe({ body }: Opened): Promise<Outcome> {
    const { op } = body
    const { target } = op
    const [call, params] =
      target.alertId === undefined
        ? [cases.view, { caseId: target.caseId }]
        : [alerts.view, { alertId: target.alertId }]
    try {
      const response = await this.#request(call, { params }, target.platform)
      const wait = retryAfter(response.headers, this.#ports.clock.now())
      if (!response.ok) return asUnsure(outcomeOf(response.status, await problemOf(response), wait))
      const current: unknown = await response.json()
      switch (evaluateReadBack(op, current)) {
        case 'done':
          return { type: 'ok' }
        case 'not done':
          return { type: 'again', code: 'not-there', message: 'Not on the server yet', wait: 0, reached: false }
        case 'unclear':
          return { type: 'clash', code: 'unclear', message: UNCLEAR, current: shownOf(current) }
      }
    } catch (error) {
      return asUnsure(noAnswer(String(error)))
    }
  }

  async #batch(batch: readonly Opened[], capabilities: Capabilities): Promise<Exchange> {
    const { device, incarnation, clock } = this.#ports
    const all = (outcome: Outcome): Exchange => ({
      outcomes: batch.map(() => outcome),
      serverTime: null,
      isEach: false,
    })
    const ops = batch.map((one) => toSyncOp(one, capabilities))
    try {
      const platform = batch[0]?.row.platform ?? ''
      const response = await this.#request(sync.ops, { body: { device, incarnation, ops } }, platform)
      const wait = retryAfter(response.headers, clock.now())
      if (!response.ok) {
        const outcome = wholeOutcome(response.status, await problemOf(response), wait)
        const isOneOfThem = outcome.type === 'fail' && batch.length > 1 && OF_ONE.has(response.status)
        return isOneOfThem ? { ...all({ type: 'behind' }), isOneOfThem } : all(outcome)
      }
      const parsed = sync.ops.reply.safeParse(await response.json())
      if (!parsed.success) return all(noAnswer('the answer is not the server’s'))
      const results = new Map(parsed.data.results.map((result) => [result.opId, result]))
      // an answer with none of the sent operations is not our server's, and its clock is ignored
      const isAnswer = batch.some(({ row }) => results.has(row.opId))
      return {
        outcomes: batch.map(({ row }) => ofResult(results.get(row.opId))),
        serverTime: (isAnswer && Date.parse(parsed.data.serverTime)) || null,
        isEach: true,
      }
    } catch (error) {
      return all(noAnswer(String(error)))
    }
  }

  async #plain(batch: readonly Opened[]): Promise<Exchange> {
    const outcomes: Outcome[] = []
    let serverTime: number | null = null
    for (const one of batch) {
      const [outcome, date] = await this.#call(one)
      outcomes.push(outcome)
      serverTime = date ?? serverTime
      if (outcome.type !== 'ok') break
    }
    while (outcomes.length < batch.length) outcomes.push({ type: 'behind' })
    return { outcomes, serverTime, isEach: false }
  }

  async #call({ row, body }: Opened): Promise<[Outcome, number | null]> {
    const kind = findKind(row.kind)
    const params = kind && paramsOf(kind, body.op)
    if (!params) return [{ type: 'fail', code: 'unknown-kind', message: `No call for ${row.kind}` }, null]
    try {
      const input = { params, ...(kind.call.body && { body: withoutOurs(body.op.body, null) }) }
      // a server that supports idempotency keys may have been taken for one that does not: it does this once all the same
      const response = await this.#request(kind.call, input, row.platform, { 'idempotency-key': row.opId })
      const wait = retryAfter(response.headers, this.#ports.clock.now())
      const problem = await problemOf(response)
      const date = (problem !== null && Date.parse(response.headers.get('date') ?? '')) || null
      // a page instead of an answer is a portal's, and a cut one is undefined: the effect is unknown
      if (response.ok && problem === null) return [asUnsure(noAnswer('the answer is not the server’s')), date]
      return [asUnsure(outcomeOf(response.status, problem, wait)), date]
    } catch (error) {
      return [asUnsure(noAnswer(String(error))), null]
    }
  }

  #request(call: Call, input: LooseInput, platform: string, more: Record<string, string> = {}): Promise<Response> {
    const { base, token, fetch } = this.#ports
    const [url, init] = toRequest(base, call, input, { ...headersOf(token(), platform), ...more })
    // a redirect is a portal's: no call of ours is answered by one
    return fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}

/** Without keys a repeat is not harmless: what may have happened is read back first. */
function asUnsure(outcome: Outcome): Outcome {
  if (outcome.type !== 'again' || !outcome.reached) return outcome
  const { code, message, status } = outcome
  return { type: 'unsure', code, message, ...(status !== undefined && { status }) }
}

/**
 * A status of the whole batch that would be final for an operation only means that the batch was wrong; a refusal
 * without our message is a proxy's.
 */
function wholeOutcome(status: number, problem: Partial<Problem> | null, wait: number | null): Outcome {
  const outcome = outcomeOf(status, problem, wait)
  const isNobodys = outcome.type === 'fail' && problem === null
  return isNobodys || outcome.type === 'behind' || outcome.type === 'clash'
    ? noAnswer('the batch was rejected')
    : outcome
}

async function problemOf(response: Response): Promise<Partial<Problem> | null> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' ? body : null
}

function ofResult(result: SyncResult | undefined): Outcome {
  if (!result) return noAnswer('the answer leaves this one out')
  const outcome = outcomeOf(result.status, result.problem ?? null, null)
  return outcome.type === 'ok' && result.version !== undefined ? { ...outcome, version: result.version } : outcome
}

/** The fields of a decision that the catalogue does not have. */
interface Ours {
  reason?: string
  template?: string
  facts?: object
  review?: object
  stepsPassed?: string
}

/**
 * Reason codes, template names and seen facts are sent only if the server accepts them
 * (docs/design/specification.md#calls).
 */
function withoutOurs(body: unknown, server: Capabilities | null): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { reason, template, facts, review, stepsPassed, ...rest } = body as Ours
  const known: readonly string[] = server?.reasons ?? []
  return {
    ...rest,
    ...(reason !== undefined && known.includes(reason) && { reason }),
    ...(template !== undefined && server?.settings && { template }),
    ...(server?.ops && { ...(facts && { facts }), ...(review && { review }), ...(stepsPassed && { stepsPassed }) }),
  }
}

function toSyncOp({ row, body }: Opened, capabilities: Capabilities): SyncOp {
  const { op, offline } = body
  return {
    opId: row.opId,
    devSeq: row.seq,
    kind: row.kind,
    kindV: body.kindV,
    target: op.target,
    body: withoutOurs(op.body, capabilities),
    ...(op.expect && { expect: op.expect }),
    ...(row.supersedes !== undefined && { supersedes: row.supersedes }),
    clientTime: new Date(op.at).toISOString(),
    skewMs: row.skewMs,
    offline,
  }
}
