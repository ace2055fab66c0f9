/** The server of the engine's tests: it keeps keys and effects in memory, fails on demand and records its effects. */
import { sync, type SyncOp } from '#contract/calls/sync.ts'
import type { Clock } from '#engine/base/clock.ts'
import { isRefusalKept } from '#engine/outbox/outcome.ts'

/** The fault of the next request. An answer can be lost `before` and `after` the effect. */
export type Fault =
  | { type: 'lost-before' }
  | { type: 'lost-after' }
  | { type: 'status'; status: number; headers?: Record<string, string> }
  | { type: 'garbled' }
  /** An answer of something else, in the shape of the server's. */
  | { type: 'foreign'; body: unknown }
  /** It commits and never answers: the client closes first. */
  | { type: 'hangs' }

interface Effect {
  opId: string
  /** The session it came in, and its series of numbers. */
  token: string
  device: string
  kindV: number
  lane: string
  kind: string
  devSeq: number
  supersedes?: string | undefined
  expect?: Record<string, unknown> | undefined
}

/** The state that a backup of the server contains. */
export interface Backup {
  ledger: readonly Effect[]
  answers: ReadonlyMap<string, Answer>
  buried: readonly Buried[]
  ended: ReadonlySet<string>
}
type Answer = { status: number; problem?: unknown }
interface Buried {
  devSeq: number
  fate: string
  reason?: string
}
/** Requests in the form of the transport. */
interface Sent {
  token: string
  device: string
}

const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
const laneOf = (op: SyncOp) => `${op.target.platform}|${op.target.caseId}`

/** A server with idempotency keys: effects and stored answers are written in one commit. */
export class FaultServer {
  readonly ledger: Effect[] = []
  readonly requests: string[] = []
  readonly #answers = new Map<string, Answer>()
  faults: Fault[] = []
  /** Answers of single operations, by id: given once in place of success. */
  refusals = new Map<string, Answer>()
  /** Sessions that are refused for a platform, as `token|platform`. */
  readonly withdrawn = new Set<string>()
  /** Operations that always fail. */
  readonly sick = new Set<string>()
  /** Operations with which their whole batch is refused. */
  readonly spoiling = new Set<string>()
  /** The executed operations that were not answered from memory, in order. */
  readonly ops: SyncOp[] = []
  isOnline = true
  isSignedIn = true
  keys = true
  holdsBack: (() => void)[] = []
  /** The numbers that this device reported as tombstones. */
  readonly buried: Buried[] = []
  /** The same, as `device|number`. */
  ended = new Set<string>()
  /** The deleted storage that this device reported. */
  readonly resets: { device: string }[] = []
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Makes a backup. */
  backup(): Backup {
    return {
      ledger: [...this.ledger],
      answers: new Map(this.#answers),
      buried: [...this.buried],
      ended: new Set(this.ended),
    }
  }

  /** Restores a backup: everything after it is lost. */
  restore({ ledger, answers, buried, ended }: Backup): void {
    this.ledger.splice(0, Infinity, ...ledger)
    this.buried.splice(0, Infinity, ...buried)
    this.ended = new Set(ended)
    this.#answers.clear()
    for (const [opId, answer] of answers) this.#answers.set(opId, answer)
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const path = url.replace(/^\/api/, '')
    if (!this.isOnline) throw new TypeError('no route')
    // it stores no key share: profiles open by themselves, with and without a network
    if (path === '/sync/device') return Response.json({ message: 'no such call' }, { status: 404 })
    this.requests.push(`${init.method} ${path}`)
    if (path === '/capabilities') return this.#capabilities()
    const fault = this.faults.shift()
    if (fault?.type === 'lost-before') throw new TypeError('connection reset')
    if (fault?.type === 'status') {
      const problem = { status: fault.status, title: 'Fault', message: `fault ${fault.status}` }
      return Response.json(problem, { status: fault.status, ...(fault.headers && { headers: fault.headers }) })
    }
    // a captive portal's page: the request has not arrived here
    if (fault?.type === 'garbled' && path !== '/sync/ops') return page()
    if (fault?.type === 'foreign') return Response.json(fault.body)
    if (!this.isSignedIn) return Response.json({ message: 'signed out' }, { status: 401 })
    if (path === '/sync/tombstones') {
      const { device, items } = JSON.parse(init.body as string) as { device: string; items: Buried[] }
      this.buried.push(...items)
      for (const { devSeq } of items) this.ended.add(`${device}|${devSeq}`)
      return Response.json({ message: 'Noted.' })
    }
    if (path === '/sync/reset') {
      this.resets.push(JSON.parse(init.body as string) as { device: string })
      return Response.json({ message: 'Noted.', lost: [] })
    }
    if (path === '/sync/receipts') {
      const { opIds } = JSON.parse(init.body as string) as { opIds: string[] }
      return Response.json({ unknown: opIds.filter((opId) => !this.#answers.has(opId)) })
    }
    const { 'auth-token': token = '', platform = '' } = init.headers as Record<string, string>
    if (this.withdrawn.has(`${token}|${platform}`)) return Response.json({ message: 'no access' }, { status: 403 })
    const { device, ops } = JSON.parse(init.body as string) as { device: string; ops: SyncOp[] }
    if (ops.some(({ opId }) => this.spoiling.has(opId)))
      return Response.json({ message: 'The body is not what this call takes.' }, { status: 400 })
    const results = this.#take(ops, { token, device })
    if (fault?.type === 'lost-after') throw new TypeError('connection reset')
    if (fault?.type === 'garbled') return page()
    if (fault?.type === 'hangs') await new Promise<void>((resolve) => this.holdsBack.push(resolve))
    return Response.json({ serverTime: new Date(this.#clock.now()).toISOString(), results })
  }

  #capabilities(): Response {
    if (!this.keys) return Response.json({ message: 'no such call' }, { status: 404 })
    return Response.json({
      version: '1',
      ops: true,
      feed: false,
      reasons: [],
      holdSeconds: 10,
      fourEyes: [],
      demo: true,
    } satisfies (typeof sync.capabilities.reply)['_zod']['output'])
  }

  #take(ops: readonly SyncOp[], sent: Sent) {
    const stopped = new Set<string>()
    return ops.map((op) => {
      const lane = laneOf(op)
      if (stopped.has(lane)) return { opId: op.opId, status: 424 }
      const known = this.#answers.get(op.opId)
      const answer = known ?? this.#apply(op, lane, sent)
      if (answer.status >= 300) stopped.add(lane)
      return { opId: op.opId, ...answer, ...(known && { replayed: true }) }
    })
  }

  #apply(op: SyncOp, lane: string, sent: Sent) {
    this.ops.push(op)
    if (this.sick.has(op.opId)) return { status: 500 }
    const refusal = this.refusals.get(op.opId)
    this.refusals.delete(op.opId)
    if (refusal) {
      if (isRefusalKept(refusal.status)) this.#answers.set(op.opId, refusal)
      return refusal
    }
    this.ledger.push({
      ...sent,
      opId: op.opId,
      kindV: op.kindV,
      lane,
      kind: op.kind,
      devSeq: op.devSeq,
      supersedes: op.supersedes,
      expect: op.expect,
    })
    const answer = { status: 200, version: this.ledger.length }
    this.#answers.set(op.opId, answer)
    return answer
  }
}
