/** The audit: one entry for each effect, chained by hashes, never changed or deleted. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import type { Acting } from '#server/core/context.ts'
import type { AuditTable } from '#server/schema/audit.ts'
import type { Database } from '#server/schema/database.ts'
import { poke } from '#server/store/pokes.ts'

/** An entry: action, object and changed fields. `before` and `after` are JSON. */
export interface Entry {
  /** In the specification's words where it has one: change status, resolve alert, assign, add note ... */
  action: string
  object: { kind: string; id: string }
  /** If not the request's. */
  platform?: string | null
  version?: string | number
  before?: unknown
  after?: unknown
  reason?: string | null
  note?: string | null
  ruleRevision?: string | number
  alertIds?: readonly string[]
}

/** The actor, origin and time. */
export type Actor = Pick<Acting, 'account' | 'origin' | 'platform' | 'now'>

/** The hash before the first entry. */
const START: Buffer = Buffer.alloc(32)
/** Held from an entry until its transaction ends, so that numbers have no gaps and no hash has two successors. */
const CHAIN_LOCK = 4281
const BATCH = 1000

/**
 * Writes an entry in the transaction of the effect, and pokes every instance when that commits. Other writers wait until
 * it ends: make it the last statement.
 */
export function record(tx: Transaction<Database>, actor: Actor, entry: Entry): Promise<void> {
  return recordAll(tx, actor, [entry])
}

/** Writes several entries, in this order. */
export function recordAll(tx: Transaction<Database>, actor: Actor, entries: readonly Entry[]): Promise<void> {
  return recordEach(
    tx,
    entries.map((entry) => [actor, entry]),
  )
}

/** Writes entries of several people or moments, in this order: the history of a demo or of a migration. */
export async function recordEach(
  tx: Transaction<Database>,
  entries: readonly (readonly [Actor, Entry])[],
): Promise<void> {
  if (entries.length === 0) return
  // before the lock, so that nobody waits for it
  await poke(
    tx,
    entries.map(([actor, entry]) => ({ platform: platformOf(actor, entry), topic: entry.object.kind })),
  )
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
  const last = await tx.selectFrom('audit').select(['n', 'hash']).orderBy('n', 'desc').limit(1).executeTakeFirst()
  let n = Number(last?.n ?? 0)
  let previous = last?.hash ?? START
  const rows = entries.map(([actor, entry]) => {
    const facts = toFacts(++n, actor, entry)
    const hash = hashOf(previous, facts)
    const row = { ...facts, previous: toBytes(previous), hash: toBytes(hash) }
    previous = hash
    return row
  })
  await sql`insert into audit select * from jsonb_populate_recordset(null::audit, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** Checks whether every entry is there and unchanged: how many there are and, if one is wrong, its number. */
export async function verifyChain(db: Kysely<Database>): Promise<{ count: number; broken?: number }> {
  const { count, fault } = await walkChain(db)
  return fault ? { count, broken: count + 1 } : { count }
}

export interface Walk {
  /** Entries that are whole, from the first. */
  count: number
  /** The hash of the last of those: kept elsewhere, it shows later whether entries were cut off after it. */
  head: Buffer
  /** The first fault of the chain, and what is there instead. */
  fault?: { found: Selectable<AuditTable> }
}

/** The progress of a verification. */
export type VerificationProgress = Pick<Walk, 'count' | 'head'>
export const AT_START: VerificationProgress = { count: 0, head: START }

/**
 * Verifies the chain up to the first fault, or until the caller stops. `onEntry` receives each valid entry's number and
 * hash.
 */
export async function walkChain(
  db: Kysely<Database>,
  onEntry?: (n: number, hash: Buffer) => void,
  { from = AT_START, isEnough = () => false }: { from?: VerificationProgress; isEnough?: () => boolean } = {},
): Promise<Walk & { isCut?: boolean }> {
  let { count, head } = from
  for (;;) {
    if (isEnough()) return { count, head, isCut: true }
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('n', '>', String(count))
      .orderBy('n')
      .limit(BATCH)
      .execute()
    for (const found of rows) {
      const isNext = Number(found.n) === count + 1 && found.previous.equals(head)
      if (!isNext || !isHashed(found)) return { count, head, fault: { found } }
      head = found.hash
      count += 1
      onEntry?.(count, head)
    }
    if (rows.length < BATCH) return { count, head }
  }
}

/** True if an entry's hash is that of its content, under its own number or another. */
export function isHashed(row: Selectable<AuditTable>, n = row.n): boolean {
  return row.hash.equals(hashOf(row.previous, fromRow({ ...row, n })))
}

/** An entry as it is hashed: plain JSON, the same before it is stored and after it was read. */
export type HashedEntry = ReturnType<typeof toFacts>

function toFacts(n: number, { account, origin, platform, now }: Actor, entry: Entry) {
  return {
    n: String(n),
    at: now().toISOString(),
    client_time: origin.clientTime?.toISOString() ?? null,
    skew_ms: origin.skewMs === undefined || origin.skewMs === null ? null : String(Math.round(origin.skewMs)),
    actor: account.id,
    roles: [...account.roles] as string[],
    platform: platformOf({ platform }, entry),
    action: entry.action,
    object_kind: entry.object.kind,
    object_id: entry.object.id,
    version: toText(entry.version),
    before: toJson(entry.before),
    after: toJson(afterOf(entry, origin)),
    reason: entry.reason ?? null,
    note: entry.note ?? null,
    rule_revision: toText(entry.ruleRevision),
    alert_ids: entry.alertIds ? [...entry.alertIds] : null,
    idempotency_key: origin.opId?.toLowerCase() ?? null,
    device: origin.device ?? null,
    dev_seq: toText(origin.devSeq),
    offline: origin.offline ?? false,
    app_version: origin.appVersion,
    address: origin.address,
  }
}

/** The result, and the superseded operation, if any. */
function afterOf({ after }: Entry, { supersedes }: Actor['origin']): unknown {
  return supersedes === undefined ? after : { ...(after as object | undefined), supersedes }
}

function platformOf({ platform }: Pick<Actor, 'platform'>, entry: Entry): string | null {
  return entry.platform === undefined ? platform || null : entry.platform
}

/** PostgreSQL's notation of bytes. */
function toBytes(hash: Buffer): string {
  return `\\x${hash.toString('hex')}`
}

function fromRow({ previous: _previous, hash: _hash, ...row }: Selectable<AuditTable>): HashedEntry {
  return { ...row, at: row.at.toISOString(), client_time: row.client_time?.toISOString() ?? null }
}

export function hashOf(previous: Buffer, facts: HashedEntry): Buffer {
  return createHash('sha256').update(previous).update(canonical(facts)).digest()
}

/** JSON with sorted keys, so that the text does not depend on how an object was put together. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}

function toJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value))
}

function toText(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value)
}

/** The actor of an operator's command: who runs it has the database, and no account. */

export const BY_COMMAND: Actor = {
  account: { id: 'command line', fullName: '', firstName: '', lastName: '', email: '', roles: [], platforms: [] },
  platform: '',
  origin: { address: null, appVersion: null },
  now: () => new Date(),
}
