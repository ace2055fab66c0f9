/** A browser profile in process before the real server, with faults in between. */
import { randomUUID } from 'node:crypto'
import type { OpDraft } from '#contract/ops/op.ts'
import { BY, draft, World, type Tab } from './engine-world.ts'
import { Faults } from './faults.ts'
import { booksOf, checkLedger } from './ledger.ts'
import type { TestServer } from './server.ts'
import type { MadeCase } from './world.ts'

/** Makes a decision on a case of the server's world. */
export function on(one: MadeCase, kind: string, body: unknown = {}, expect?: Record<string, unknown>): OpDraft {
  const [alertId = ''] = one.alertIds
  const target = { platform: one.platform, customerId: one.customerId, caseId: one.id, caseUuid: one.uuid }
  return {
    ...draft(kind, one.id, body),
    target: kind.startsWith('alert.') ? { ...target, alertId } : target,
    ...(expect && { expect }),
  }
}

/** One device of one person. Its clock moves only when a test advances it; the server has its own. */
export class Device extends World {
  override readonly device = randomUUID()
  readonly account: string
  readonly faults: Faults
  /** Operations that were confirmed as saved, in order. */
  readonly accepted: string[] = []
  readonly #server: TestServer

  constructor(server: TestServer, { account = 'analyst' }: { account?: string } = {}) {
    super()
    this.#server = server
    this.account = account
    this.faults = new Faults((request) => this.#serve(request), { now: () => this.clock.now() })
    this.server.fetch = this.faults.fetch
  }

  async #serve(request: Request): Promise<Response> {
    request.headers.set('auth-token', await this.#server.token(this.account))
    return this.#server.app.fetch(request)
  }

  /** The leading tab. */
  async leading(): Promise<Tab> {
    const tab = await this.tab()
    await tab.flusher.begin()
    return tab
  }

  /** Enqueues decisions that depend on `deps`; returns their ids. */
  async take(
    tab: Tab,
    drafts: readonly OpDraft[],
    { group = randomUUID(), holdMs = 0, deps = [] }: { group?: string; holdMs?: number; deps?: readonly string[] } = {},
  ): Promise<string[]> {
    const person = { ...BY, id: this.account }
    const ops = this.newOps(drafts, group, holdMs).map((one) => ({ ...one, op: { ...one.op, by: person }, deps }))
    await tab.outbox.enqueue(ops)
    const ids = ops.map(({ op }) => op.opId)
    this.accepted.push(...ids)
    return ids
  }

  /** Advances time until the tab has nothing more to send by itself. Returns the elapsed time, ms. */
  async drain(tab: Tab, { within = 30 * 60_000 } = {}): Promise<number> {
    const from = this.clock.now()
    while (this.clock.now() - from <= within) {
      const wait = await tab.flusher.pass()
      const rows = await tab.databases.outbox.ops.toArray()
      if (rows.every(({ state }) => ['acked', 'conflict', 'dead'].includes(state))) return this.clock.now() - from
      this.clock.advance(wait)
    }
    throw new Error(`not done within ${within} ms: ${(await states(tab)).join(', ')}`)
  }

  /** The sent batches, each with its outcome. */
  batches(): Faults['met'] {
    return this.faults.met.filter(({ path }) => path === '/api/sync/ops')
  }

  /** The number of times an operation was sent again after it had been answered. */
  async replays(opId: string): Promise<number | undefined> {
    const row = await this.#server.db
      .selectFrom('idempotency')
      .select('replays')
      .where('key', '=', opId)
      .executeTakeFirst()
    return row?.replays
  }

  /** The check at the end of every row of the failure matrix. */
  async check(tab: Tab): Promise<void> {
    const { account, device, accepted } = this
    await checkLedger(this.#server, await booksOf(tab.databases.outbox, { account, device, accepted }))
  }
}

/** The state and error code of each operation in the outbox, oldest first. */
export async function states({ databases }: Tab): Promise<string[]> {
  const rows = await databases.outbox.ops.orderBy('seq').toArray()
  return rows.map((row) => (row.err && row.state !== 'acked' ? `${row.state} ${row.err.code}` : row.state))
}
