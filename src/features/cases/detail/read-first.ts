/** The records that a decision on cases reads before it is planned. */
import type { Reads } from '#src/commands/command.ts'
import type { CaseDeps, Targets } from './case-deps.ts'

/** The facts of the targets that are missing, or older than the policy allows; null for none, and offline. */
export function readsOf(
  { evidenceOf, readFacts }: Pick<CaseDeps, 'evidenceOf' | 'readFacts'>,
  { ids, rowOf }: Pick<Targets, 'ids' | 'rowOf'>,
): Reads | null {
  const rows = ids.flatMap((id) => rowOf(id) ?? []).filter((row) => evidenceOf(row).isWanted)
  return rows.length === 0 ? null : { total: rows.length, read: (tell) => readFacts(rows, tell) }
}
