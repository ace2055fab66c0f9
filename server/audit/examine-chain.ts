/** Describes the fault of an audit chain. */
import { sql, type Kysely, type Selectable } from 'kysely'
import type { AuditTable } from '#server/schema/audit.ts'
import type { Database } from '#server/schema/database.ts'
import { isHashed, walkChain, type VerificationProgress, type Walk } from './audit.ts'

/** An entry's number and hash, as an earlier verification printed them. */
export interface KeptHead {
  n: number
  hash: string
}

export interface Examined {
  count: number
  head: KeptHead
  /** Null where every entry is there and unchanged. */
  fault: {
    n: number
    kind: 'changed' | 'missing' | 'moved' | 'unlinked' | 'cut off' | 'rewritten'
    text: string
  } | null
}

/** How far around its place an entry is searched. */
const REACH = 1000

/**
 * Walks the chain and names the first entry that is wrong. A chain cannot tell by itself that its end was cut off, or that
 * entries were rewritten with hashes that fit: heads that were kept at earlier times can.
 */
export async function examineChain(db: Kysely<Database>, ...kept: readonly KeptHead[]): Promise<Examined> {
  const found = new Map<number, string | undefined>(kept.map(({ n }) => [n, undefined]))
  const walk = await walkChain(db, (n, hash) => {
    if (found.has(n)) found.set(n, hash.toString('hex'))
  })
  const result = { count: walk.count, head: { n: walk.count, hash: walk.head.toString('hex') } }
  if (walk.fault) return { ...result, fault: explain(walk, walk.fault.found) }
  return { ...result, fault: disagreementWith(found, kept, walk.count) }
}

/** Continues a verification in parts; undefined until the end. The heads are compared once the whole chain was read. */
export async function examinePart(
  db: Kysely<Database>,
  kept: readonly KeptHead[],
  along: { from: VerificationProgress; isEnough: () => boolean },
): Promise<{ along: VerificationProgress; examined?: Examined }> {
  const walk = await walkChain(db, undefined, along)
  const { count } = walk
  if (walk.isCut) return { along: walk }
  const head = { n: count, hash: walk.head.toString('hex') }
  if (walk.fault) return { along: walk, examined: { count, head, fault: explain(walk, walk.fault.found) } }
  const rows = await db
    .selectFrom('audit')
    .select(['n', 'hash'])
    .where(sql<boolean>`n = any(${kept.map(({ n }) => n)}::bigint[])`)
    .execute()
  const found = new Map(rows.map(({ n, hash }) => [Number(n), hash.toString('hex')]))
  return { along: walk, examined: { count, head, fault: disagreementWith(found, kept, count) } }
}

function disagreementWith(
  found: ReadonlyMap<number, string | undefined>,
  kept: readonly KeptHead[],
  count: number,
): Examined['fault'] {
  const wrong = kept
    .filter(({ n, hash }) => n > 0 && found.get(n) !== hash)
    .toSorted((a, b) => a.n - b.n)
    .at(0)
  return wrong ? disagreement(wrong, kept, count) : null
}

/** The contradiction between a stored head and a consistent chain. */
function disagreement(wrong: KeptHead, kept: readonly KeptHead[], count: number): NonNullable<Examined['fault']> {
  if (wrong.n > count) {
    const text = `Entry ${wrong.n} was there and is not: everything after entry ${count} was cut off.`
    return { n: count + 1, kind: 'cut off', text }
  }
  const good = Math.max(0, ...kept.filter(({ n }) => n < wrong.n).map(({ n }) => n))
  const text = `Entry ${wrong.n} is not the one that was kept: the chain was rewritten from an entry between ${good + 1} and ${wrong.n} on.`
  return { n: wrong.n, kind: 'rewritten', text }
}

function explain({ count, head }: Walk, row: Selectable<AuditTable>): NonNullable<Examined['fault']> {
  const expected = count + 1
  const n = Number(row.n)
  const name = `Entry ${n} (${nameOf(row)})`
  const was = isHashed(row) ? undefined : originalNumber(row)
  if (was !== undefined) {
    const text = `${name} was entry ${was}: entries were put in, taken out or put in another order there.`
    return { n, kind: 'moved', text }
  }
  if (n !== expected) {
    const which = n === expected + 1 ? `Entry ${expected} is` : `Entries ${expected} to ${n - 1} are`
    return { n: expected, kind: 'missing', text: `${which} missing: ${nameOf(row)} is entry ${n}.` }
  }
  if (!isHashed(row)) return { n, kind: 'changed', text: `${name} is not what was written.` }
  const why = row.previous.equals(head) ? 'its hash is another' : 'it continues another entry'
  return { n, kind: 'unlinked', text: `${name} does not follow on entry ${count}: ${why}.` }
}

/** The number under which an entry's hash is right. */
function originalNumber(row: Selectable<AuditTable>): number | undefined {
  const n = Number(row.n)
  for (let away = 1; away <= REACH; away += 1) {
    for (const candidate of [n - away, n + away]) {
      if (candidate > 0 && isHashed(row, String(candidate))) return candidate
    }
  }
  return undefined
}

function nameOf(row: Selectable<AuditTable>): string {
  return `${row.action} on ${row.object_kind} ${row.object_id} by ${row.actor}, ${row.at.toISOString()}`
}
