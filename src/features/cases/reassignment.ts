import type { Person } from '#contract/model/common.ts'
import { formatCount } from '#src/format/count.ts'

/** The maximum number of named people. */
const NAMED = 3

/** The text of a reassignment: "taken from others: 6 (Noor 4, Ada 2)"; empty if nothing is taken. */
export function reassignmentText(holders: readonly Person[]): string[] {
  if (holders.length === 0) return []
  const counts = new Map<string, { name: string; count: number }>()
  for (const { id, name } of holders) counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 })
  const named = [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  const parts = named.slice(0, NAMED).map(({ name, count }) => `${name} ${formatCount(count)}`)
  if (named.length > NAMED) parts.push(`${formatCount(named.length - NAMED)} more`)
  return [`taken from others: ${formatCount(holders.length)} (${parts.join(', ')})`]
}
