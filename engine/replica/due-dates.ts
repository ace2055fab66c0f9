/** Due dates in a packed row: nothing where a server has none, null where no clock runs. */
import type { Stamp } from '#contract/model/common.ts'

type Due = Stamp | null | undefined
export type PackedDue = [dueAt: string, dueSoonAt: string] | null | 0

export function packDue(dueAt: Due, dueSoonAt: Due): PackedDue {
  if (dueAt === undefined || dueSoonAt === undefined) return 0
  return dueAt && dueSoonAt && [dueAt.date, dueSoonAt.date]
}

export function unpackDue(packed: PackedDue): { dueAt?: Stamp | null; dueSoonAt?: Stamp | null } {
  if (packed === 0) return {}
  const stampOf = (date: string) => ({ date, timezone: 'UTC' })
  return packed ? { dueAt: stampOf(packed[0]), dueSoonAt: stampOf(packed[1]) } : { dueAt: null, dueSoonAt: null }
}
