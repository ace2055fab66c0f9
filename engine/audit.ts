/**
 * The audit record of this device for its user: each command that changed something, append-only, encrypted, the last
 * few thousand (docs/design/interaction.md#audit-record). The outcome is not stored: it is read from the outbox and its
 * receipts.
 */
import type { Databases } from '#engine/base/database.ts'
import { hash, open, seal, Unreadable, type KeyRing } from '#engine/base/sealer.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'

/** The maximum number of recorded commands. */
const MOST = 5000

/** The record of a command; `query` is hashed before it is written, the window sets the rest. */
export interface NewAct {
  group: string
  /** The time of the command, ms. */
  at: number
  act: object
  /** The filter of a selection by query. */
  query: string | null
}

/** The state of an operation of the command: in the outbox, or its end. */
export interface ActResult {
  kind: string
  state: string
  /** The time of the answer or withdrawal, ms; null before. */
  at: number | null
  reason?: string
}

export interface RecordedAct {
  group: string
  at: number
  act: object
  queryHash: string | null
  /** The application's version. */
  version: string
  result: readonly ActResult[]
}

export class AuditLog {
  readonly #databases: Pick<Databases, 'audit' | 'outbox'>
  readonly #ring: KeyRing
  readonly #appV: string

  constructor(databases: Pick<Databases, 'audit' | 'outbox'>, ring: KeyRing, appV: string) {
    this.#databases = databases
    this.#ring = ring
    this.#appV = appV
  }

  async append({ group, at, act, query }: NewAct): Promise<void> {
    const { acts } = this.#databases.audit
    const queryHash = query === null ? null : await hash(this.#ring, query)
    const n = await acts.add({
      group,
      at,
      ...(await seal(this.#ring, 'audit', '', `${group}|${at}`, { act, queryHash, version: this.#appV })),
    })
    await acts
      .where('n')
      .belowOrEqual(n - MOST)
      .delete()
  }

  /** All records, oldest first, with their outcomes; records that can no longer be decrypted are left out. */
  async read(): Promise<RecordedAct[]> {
    const { audit, outbox } = this.#databases
    const rows = await audit.acts.orderBy('n').toArray()
    const [ops, receipts] = await Promise.all([outbox.ops.toArray(), outbox.receipts.toArray()])
    const results = new Map<string, ActResult[]>()
    for (const { group, result } of [...receipts.map(ofReceipt), ...ops.map(ofOp)])
      results.set(group, [...(results.get(group) ?? []), result])
    const opened = rows.map(async (row): Promise<RecordedAct[]> => {
      const { group, at } = row
      const body = await open(this.#ring, row, `${group}|${at}`).catch((error: unknown) => {
        if (error instanceof Unreadable) return null
        throw error
      })
      const result = results.get(group) ?? []
      return body ? [{ group, at, ...(body as Pick<RecordedAct, 'act' | 'queryHash' | 'version'>), result }] : []
    })
    return (await Promise.all(opened)).flat()
  }
}

const ofOp = ({ group, kind, state, ack }: OpRow): { group: string; result: ActResult } => ({
  group,
  result: { kind, state, at: ack?.at ?? null },
})

const ofReceipt = ({ group, kind, end, at, sentAt, reason }: Receipt): { group: string; result: ActResult } => ({
  group,
  result: { kind, state: end, at: sentAt ?? at, ...(reason !== undefined && { reason }) },
})
