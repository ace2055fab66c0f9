/** Says in words what is wrong with an audit chain that does not hold. */
import type { Kysely, Selectable } from 'kysely'
import type { AuditTable, Database } from '#server/store/schema.ts'
import { isHashed, walkChain, type Walk } from './audit.ts'

/** An entry's number and hash, as an earlier look at the chain printed them. */
export interface KeptHead {
  n: number
  hash: string
}

export interface Examined {
  count: number
  head: KeptHead
  /** Null where every entry is there and unchanged. */
  fault: { n: number; kind: 'changed' | 'missing' | 'moved' | 'unlinked' | 'cut off'; text: string } | null
}

/** How far from its place an entry is looked for. */
const REACH = 1000

/**
 * Walks the chain and names the first entry that is wrong. A chain cannot tell by itself that its end was cut off and
 * written anew: `kept`, the head at some earlier time, can.
 */
export async function examineChain(db: Kysely<Database>, kept?: KeptHead): Promise<Examined> {
  let found: string | undefined
  const walk = await walkChain(db, (n, hash) => {
    if (n === kept?.n) found = hash.toString('hex')
  })
  const head = { n: walk.count, hash: walk.head.toString('hex') }
  const result = { count: walk.count, head }
  if (walk.fault) return { ...result, fault: explain(walk, walk.fault.found) }
  if (kept && kept.n > 0 && found !== kept.hash) {
    const n = Math.min(kept.n, walk.count + 1)
    const text =
      found === undefined
        ? `Entry ${kept.n} was there and is not: everything after entry ${walk.count} was cut off.`
        : `Entry ${kept.n} is not the one that was kept: the end of the chain was written anew.`
    return { ...result, fault: { n, kind: 'cut off', text } }
  }
  return { ...result, fault: null }
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
