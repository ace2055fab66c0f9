/** The dates of a list's query, as the server reads them. */
import type { Stamp } from '#contract/model/common.ts'
import type { Condition } from './shape.ts'

const DAY_MS = 86_400_000
const FORM = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/

/**
 * The range from the start's first moment to the end's last, ms: a day covers all of it. Null if neither end is given;
 * undefined if invalid or reversed, which the server refuses.
 */
export function datesOf(dates: readonly string[] | undefined): Condition['created'] | undefined {
  const [start = '', end = ''] = dates ?? []
  if (!start && !end) return null
  const [from, to] = [read(start)?.[0] ?? -Infinity, read(end)?.[1] ?? Infinity]
  return (start && !read(start)) || (end && !read(end)) || from >= to ? undefined : [from, to]
}

function read(text: string): readonly [from: number, to: number] | null {
  const [, day = '', time] = FORM.exec(text) ?? []
  const from = Date.parse(`${day}T${time ?? '00:00:00'}Z`)
  if (Number.isNaN(from) || new Date(from).toISOString().slice(0, 10) !== day) return null
  return [from, from + (time ? 1000 : DAY_MS)]
}

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
