/**
 * Without storage nothing is queued: a decision is sent at once or refused with a message
 * (docs/design/offline.md#losses-of-storage). It cannot be undone; without an answer it is retried under the same id
 * for as long as the user can wait.
 */
import { findKind } from '#contract/ops/kinds.ts'
import { laneOf } from '#contract/ops/op.ts'
import type { Clock } from '#engine/base/clock.ts'
import type { Change, Entry, OpError, OpRow, State } from '#engine/base/types.ts'
import { step, type OpEvent } from '#engine/outbox/op-state-machine.ts'
import type { NewOp } from '#engine/outbox/outbox.ts'
import { eventOfOutcome } from '#engine/outbox/outcome-event.ts'
import { BATCH_OPS, pick } from '#engine/outbox/pick.ts'
import { Unreachable, type Capabilities, type Opened, type Transport } from './transport.ts'

/** The number of attempts, and the additional delay between them, ms. */
const ROUNDS = 4
const PAUSE_MS = 1000
const UNDER_WAY: ReadonlySet<State> = new Set(['ready', 'uncertain'])
/** There is one leader, and it ends with the window. */
const EPOCH = 1

/** An operation that was not done, and why. */
export interface RejectedOp {
  opId: string
  error: OpError
}

export interface DirectSenderPorts {
  transport: Transport
  clock: Clock
  isOnline: () => boolean
  publish: (change: Change) => void
  onSignedOut: () => void
}

export class DirectSender {
  readonly #ports: DirectSenderPorts
  #seq = 0

  constructor(ports: DirectSenderPorts) {
    this.#ports = ports
  }

  /** Resolves when each was answered or discarded; answers those that were not done. Rejects without a connection. */
  async send(drafts: readonly NewOp[]): Promise<RejectedOp[]> {
    const { clock, isOnline, publish, onSignedOut } = this.#ports
    if (!isOnline()) throw new Error('Not done: you are offline, and this browser stores nothing')
    let all = drafts.map((draft): Opened => {
      const { op, label, offline } = draft
      this.#seq += 1
      const row = rowOf(draft, this.#seq)
      return { row, body: { op, label, offline, kindV: row.kindV } }
    })
    publish({ put: all.map(({ row }, i) => entryOf({ ...row, state: 'sending' }, drafts[i])), gone: [] })
    for (let round = 0; round < ROUNDS && all.some(({ row }) => UNDER_WAY.has(row.state)); round += 1) {
      if (round > 0) await new Promise<void>((resolve) => clock.after(PAUSE_MS * round, resolve))
      all = await this.#round(all)
    }
    if (all.some(({ row }) => row.state === 'auth')) onSignedOut()
    const isDone = ({ row }: Opened) => row.state === 'acked'
    publish({ put: all.flatMap((one, i) => (isDone(one) ? [entryOf(one.row, drafts[i])] : [])), gone: [] })
    return all.filter((one) => !isDone(one)).map(({ row }) => ({ opId: row.opId, error: whyNot(row, clock.now()) }))
  }

  async #round(all: readonly Opened[]): Promise<Opened[]> {
    const { transport, clock } = this.#ports
    let capabilities: Capabilities | null
    try {
      capabilities = await transport.capabilities()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return [...all]
    }
    const events = new Map<string, OpEvent>()
    for (const one of all.filter(({ row }) => row.state === 'uncertain')) {
      const outcome = await transport.probe(one)
      events.set(
        one.row.opId,
        eventOfOutcome(outcome, { ...one, wait: null, now: clock.now(), epoch: EPOCH, random: 0 }),
      )
    }
    let now = all.map((one) => stepped(one, events.get(one.row.opId)))
    for (;;) {
      const open = now.map(({ row }) => row).filter(({ state }) => state !== 'acked')
      // without keys every call is one operation, and its answer decides whether the next may go
      const batch = new Set(pick(open, clock.now(), capabilities ? BATCH_OPS : 1))
      if (batch.size === 0) return now.map(({ row, body }) => ({ row: { ...row, nextAt: 0 }, body }))
      const claimed = now
        .filter(({ row }) => batch.has(row))
        .map((one) => stepped(one, { type: 'claim', epoch: EPOCH }))
      const { outcomes } = await transport.send(claimed, capabilities)
      const answers = claimed.map((one, i) => {
        const outcome = outcomes[i] ?? { type: 'behind' as const }
        const event = eventOfOutcome(outcome, { ...one, wait: PAUSE_MS, now: clock.now(), epoch: EPOCH, random: 0 })
        // failed ones wait for the next round
        return stepped(one, 'nextAt' in event ? { ...event, nextAt: clock.now() + PAUSE_MS } : event)
      })
      const byId = new Map(answers.map((one) => [one.row.opId, one]))
      now = now.map((one) => byId.get(one.row.opId) ?? one)
    }
  }
}

function stepped({ row, body }: Opened, event: OpEvent | undefined): Opened {
  const next = event && step(row, event)
  return next && 'row' in next ? { row: next.row, body } : { row, body }
}

function rowOf({ op, group, commandId, deps = [] }: NewOp, seq: number): OpRow {
  const kind = findKind(op.kind)
  if (!kind) throw new Error(`no kind of operation is called ${op.kind}`)
  return {
    seq,
    opId: op.opId,
    lane: laneOf(op.target),
    deps: [...deps],
    kind: op.kind,
    kindV: kind.kindV,
    appV: '',
    state: 'ready',
    attempts: 0,
    nextAt: 0,
    holdUntil: 0,
    expiresAt: Infinity,
    epoch: 0,
    platform: op.target.platform,
    createdAt: op.at,
    skewMs: null,
    group,
    commandId,
    // it is never written anywhere
    keyId: '',
    iv: new Uint8Array(),
    ct: new ArrayBuffer(0),
  }
}

function entryOf(row: OpRow, draft: NewOp | undefined): Entry {
  if (!draft) throw new Error(`${row.opId} is of nobody`)
  const { op, label, group, commandId } = draft
  const { state, seq, attempts, ack } = row
  return { op, label, group, commandId, state, seq, attempts, holdUntil: 0, nextAt: 0, ...(ack && { ack }) }
}

function whyNot({ err, state, reached }: OpRow, at: number): OpError {
  if (UNDER_WAY.has(state) && reached) {
    const message = 'No answer: check whether it was done before you try again'
    return { code: 'no-answer', message, at }
  }
  return err ?? { code: 'no-answer', message: 'Not done: the server could not be reached', at }
}
