/** The row of a client: what it took in, and what of that the server's audit has. */
import type { Kysely } from 'kysely'
import { findKind } from '#contract/ops/kinds.ts'
import type { Database } from '#server/schema/database.ts'
import type { Taken } from './client.ts'

export interface Tally {
  accepted: number
  /** Neither done, nor waiting, nor ended by the user. */
  lost: string[]
  /** The same effect more than once. */
  doubled: string[]
  /** Done after a later one of the same case, of kinds that do not commute. */
  inversions: string[]
}

/** `kept` are those that wait on the device, or that the user ended. Valid at rest. */
export async function tallyOf(
  db: Kysely<Database>,
  accepted: readonly Taken[],
  kept: ReadonlySet<string>,
): Promise<Tally> {
  const effects = await db
    .selectFrom('audit')
    .select(['idempotency_key', 'action', 'object_kind', 'object_id'])
    .where('idempotency_key', 'is not', null)
    .orderBy('n')
    .execute()
  const answers = await db
    .selectFrom('idempotency')
    .select('key')
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .execute()
  const known = new Set([...answers.map(({ key }) => key), ...kept])
  const number = new Map(accepted.map(({ opId }, index) => [opId, index]))
  const taken = new Map(accepted.map((one) => [one.opId, one]))
  const seen = new Set<string>()
  const doubled = new Set<string>()
  const latest = new Map<string, number>()
  const inversions = new Set<string>()
  for (const { idempotency_key, action, object_kind, object_id } of effects) {
    const opId = String(idempotency_key)
    const what = `${opId} ${action} ${object_kind} ${object_id}`
    if (seen.has(what)) doubled.add(opId)
    seen.add(what)
    const one = taken.get(opId)
    if (!one || findKind(one.kind)?.commutes) continue
    const at = number.get(opId) ?? 0
    const before = latest.get(one.caseId) ?? -1
    if (at < before) inversions.add(opId)
    latest.set(one.caseId, Math.max(at, before))
  }
  return {
    accepted: accepted.length,
    lost: accepted.flatMap(({ opId }) => (known.has(opId) ? [] : [opId])),
    doubled: [...doubled],
    inversions: [...inversions],
  }
}
