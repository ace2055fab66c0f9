/**
 * The check at the end of every test of offline work: the server's audit is the ledger of effects, and is compared with
 * the records of a browser (docs/design/offline.md#invariants, 1 to 5 and 9).
 */
import { deepEqual } from 'node:assert/strict'
import { sql, type Kysely } from 'kysely'
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'
import { tombstonesOf } from '#engine/outbox/rows.ts'
import type { Database } from '#server/schema/database.ts'
import { gapsOf } from '#server/sync/device-gaps.ts'

/** A browser's records of its operations and their outcomes. */
export interface Books {
  account: string
  /** The name of the device's series of numbers, as the server knows it. */
  device: string
  /** Operations that were confirmed as saved; if a test did not record them, those that the browser still has. */
  accepted: readonly string[]
  ops: readonly (Pick<OpRow, 'opId' | 'seq' | 'state' | 'deps'> & Partial<Pick<OpRow, 'tries' | 'supersedes'>>)[]
  receipts: readonly Pick<Receipt, 'opId' | 'devSeq' | 'end'>[]
  /** Tombstones that the server does not have yet. */
  untold: readonly number[]
}

/** The violations, by operation or number; all empty if there are none. */
export interface Findings {
  /** Saved, and neither executed, nor waiting, nor ended by the user; or reported as executed without an effect. */
  lost: string[]
  /** More than one effect. */
  doubled: string[]
  /** Executed before an earlier one of its lane that it does not commute with. */
  inversions: string[]
  /** Executed before an operation they depend on. */
  early: string[]
  /** Undone, and executed all the same. */
  undone: string[]
  /** Executed, and never saved. */
  unaccepted: string[]
  /** Numbers of the device's series without an effect, a tombstone or a row. */
  gaps: number[]
}

const NOTHING: Findings = { lost: [], doubled: [], inversions: [], early: [], undone: [], unaccepted: [], gaps: [] }

/** Throws all violations, unless the effects on the server match the records of the browser. */
export async function checkLedger({ db }: { db: Kysely<Database> }, browser: Books): Promise<void> {
  deepEqual(await findings(db, browser), NOTHING)
}

/** Compares a browser's records with the server's effects. Only at rest: an operation under way may count as either. */
export async function findings(db: Kysely<Database>, books: Books): Promise<Findings> {
  const effects = await effectsOf(db, books)
  const at = new Map(effects.map((effect) => [effect.opId, effect.n]))
  const answered = await answeredOf(db, books.account)
  const waiting = books.ops.filter(({ state }) => state !== 'acked')
  const ended = books.receipts.filter(({ end }) => end !== 'done')
  const known = new Set([...answered, ...waiting.map(({ opId }) => opId), ...ended.map(({ opId }) => opId)])
  const taken = new Set([...books.accepted, ...[...books.ops, ...books.receipts].map(({ opId }) => opId)])
  const kept = new Set([...waiting.map(({ seq }) => seq), ...books.untold])
  return {
    lost: [...taken].filter((opId) => !known.has(opId)),
    doubled: repeated(effects.map(({ opId, what }) => `${opId} ${what}`)),
    inversions: [...invertedOf(effects), ...overtaken(effects, books)],
    early: books.ops.filter(({ opId, deps }) => deps.some((dep) => isAfter(at.get(dep), at.get(opId)))).map(idOf),
    undone: books.receipts.filter(({ opId, end }) => end === 'undone' && at.has(opId)).map(idOf),
    unaccepted: [...at.keys()].filter((opId) => !taken.has(opId)),
    gaps: (await gapsOf({ db }, books.account, books.device)).filter((n) => !kept.has(n)),
  }
}

/** The records of an open outbox. `device` is the name of its sender, by default the incarnation of its database. */
export async function booksOf(
  db: OutboxDb,
  { account, device, accepted = [] }: { account: string; device?: string; accepted?: readonly string[] },
): Promise<Books> {
  return {
    account,
    device: device ?? (await readMeta(db, 'incarnation', '')),
    accepted,
    ops: await db.ops.toArray(),
    receipts: await db.receipts.toArray(),
    untold: (await tombstonesOf(db)).map(({ devSeq }) => devSeq),
  }
}

interface Effect {
  n: number
  opId: string
  devSeq: number
  /** The effect and its target. */
  what: string
  lane: string
  /** A note: it does not wait for a conflict, and follows everything else before it. */
  isNote: boolean
}

/** Effects of queued operations of this device, in the order in which they were done. */
async function effectsOf(db: Kysely<Database>, { account, device }: Books): Promise<Effect[]> {
  const rows = await db
    .selectFrom('audit as t')
    .leftJoin('alert as a', (join) =>
      join
        .on('t.object_kind', '=', 'alert')
        .onRef(sql`a.id::text`, '=', 't.object_id')
        .onRef('a.platform', '=', 't.platform'),
    )
    .select(['t.n', 't.idempotency_key', 't.dev_seq', 't.action', 't.object_kind', 't.object_id', 't.platform'])
    .select(['a.case_id', 'a.customer_id'])
    .where('t.actor', '=', account)
    .where('t.device', '=', device)
    .where('t.idempotency_key', 'is not', null)
    .orderBy('t.n')
    .execute()
  return rows.map((row) => {
    const caseId = row.object_kind === 'case' ? row.object_id : row.case_id
    const domain = caseId === null ? `customer ${row.customer_id}` : `case ${caseId}`
    return {
      n: Number(row.n),
      opId: String(row.idempotency_key),
      devSeq: Number(row.dev_seq),
      what: `${row.action} ${row.object_kind} ${row.object_id}`,
      lane: `${row.platform} ${domain}`,
      isNote: row.action === 'add note' && row.object_kind === 'case',
    }
  })
}

/** The effects that the server has under an operation's id. */
async function answeredOf(db: Kysely<Database>, account: string): Promise<string[]> {
  const rows = await db
    .selectFrom('idempotency')
    .select('key')
    .where('account_id', '=', account)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .execute()
  return rows.map(({ key }) => key)
}

function invertedOf(effects: readonly Effect[]): string[] {
  const latest = new Map<string, number>()
  const inverted: string[] = []
  for (const { opId, lane, devSeq, isNote } of effects) {
    if (isNote) continue
    const before = latest.get(lane) ?? 0
    if (devSeq < before) inverted.push(opId)
    latest.set(lane, Math.max(before, devSeq))
  }
  return inverted
}

/** Notes that were overtaken by a later decision on the same case, although nothing kept them from being sent. */
function overtaken(effects: readonly Effect[], { ops }: Books): string[] {
  // the ledger does not record if a removed operation was a conflict
  const quiet = new Set(ops.filter(wentByItself).map(idOf))
  const latest = new Map<string, number>()
  const found: string[] = []
  for (const { opId, lane, devSeq, isNote } of effects) {
    const before = latest.get(lane) ?? 0
    if (isNote && devSeq < before && quiet.has(opId)) found.push(opId)
    latest.set(lane, Math.max(before, devSeq))
  }
  return found
}

/** Refusals after which the same operation is sent again without the user. */
const RETRIED: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])
/** After more attempts the rest of its lane no longer waits for a note. */
const MOST_TRIES = 4

/** True if it was neither a conflict meanwhile, nor overtaken after too many attempts. */
function wentByItself({ deps, tries = [], supersedes }: Books['ops'][number]): boolean {
  const isAsked = tries.some(
    ({ code, status = 0 }) => code === 'expired' || (status >= 400 && status < 500 && !RETRIED.has(status)),
  )
  return !isAsked && tries.length <= MOST_TRIES && supersedes === undefined && deps.length === 0
}

const idOf = ({ opId }: { opId: string }) => opId
/** True if a dependency is missing or later, although the operation itself has an effect. */
const isAfter = (first: number | undefined, second: number | undefined) =>
  second !== undefined && (first === undefined || first > second)

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))]
}
