/**
 * What every test of offline work ends with: the server's audit is the ledger of effects, and is held against what a
 * browser says of itself (docs/design/offline.md#invariants, 1 to 5 and 9).
 */
import { deepEqual } from 'node:assert/strict'
import { sql, type Kysely } from 'kysely'
import { readMeta, type OutboxDb } from '#engine/base/database.ts'
import type { OpRow, Receipt } from '#engine/base/types.ts'
import { fatesOf } from '#engine/outbox/rows.ts'
import type { Database } from '#server/schema/database.ts'
import { gapsOf } from '#server/sync/receipts.ts'

/** A browser's own account of what it took in, and what became of it. */
export interface Books {
  account: string
  /** The name of the device's series of numbers, as the server knows it. */
  device: string
  /** Operations whose taking in was confirmed; where a test did not keep them, those the browser still knows. */
  accepted: readonly string[]
  ops: readonly (Pick<OpRow, 'opId' | 'seq' | 'state' | 'deps'> & Partial<Pick<OpRow, 'tries' | 'supersedes'>>)[]
  receipts: readonly Pick<Receipt, 'opId' | 'devSeq' | 'end'>[]
  /** Numbers whose fate the server has not been told yet. */
  untold: readonly number[]
}

/** What is wrong, by operation or number; nothing anywhere where all is well. */
export interface Findings {
  /** Taken in, and neither done, nor waiting, nor ended by the user. Also what is called done and is not. */
  lost: string[]
  /** More than one effect. */
  doubled: string[]
  /** Done before an earlier one of its lane that it does not commute with. */
  inversions: string[]
  /** Done before what they depend on. */
  early: string[]
  /** Taken back, and done all the same. */
  undone: string[]
  /** Done, and never taken in. */
  unaccepted: string[]
  /** Numbers of the device's series without an effect, a fate or a row. */
  gaps: number[]
}

const NOTHING: Findings = { lost: [], doubled: [], inversions: [], early: [], undone: [], unaccepted: [], gaps: [] }

/** Throws, with everything that is wrong, unless the server's effects are what the browser's books say. */
export async function checkLedger({ db }: { db: Kysely<Database> }, browser: Books): Promise<void> {
  deepEqual(await findings(db, browser), NOTHING)
}

/** Holds a browser's books against the server's effects. At rest only: what is on its way may count as either. */
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

/** The books of an open outbox. `device` is what its sender calls itself, the life of its database unless told. */
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
    untold: (await fatesOf(db)).map(({ devSeq }) => devSeq),
  }
}

interface Effect {
  n: number
  opId: string
  devSeq: number
  /** What was done to what. */
  what: string
  lane: string
  /** A note: it does not wait for what waits for the user, and comes after everything else before it. */
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

/** What the server has done, or found done already, under an operation's own id. */
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

/** Notes that something decided after them on the same case came before, though nothing kept them from being sent. */
function overtaken(effects: readonly Effect[], { ops }: Books): string[] {
  // of what has left the device nobody knows whether it was stuck
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

/** Neither put before the user on its way, nor passed because it failed again and again. */
function wentByItself({ deps, tries = [], supersedes }: Books['ops'][number]): boolean {
  const isAsked = tries.some(
    ({ code, status = 0 }) => code === 'expired' || (status >= 400 && status < 500 && !RETRIED.has(status)),
  )
  return !isAsked && tries.length <= MOST_TRIES && supersedes === undefined && deps.length === 0
}

const idOf = ({ opId }: { opId: string }) => opId
/** Whether what must be there first is missing or later, where the other one is there. */
const isAfter = (first: number | undefined, second: number | undefined) =>
  second !== undefined && (first === undefined || first > second)

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))]
}
