/** A fault in the input of a reader: of a whole file, or of one row, entry or message. */

/** A file that cannot be read, or is not what it was said to be. */
export class UnreadableInput extends Error {}

/** A row, entry or message that is left out. `reason` is the kind of fault, the same for all of its kind: reports count by it. */
export class Fault extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    // thrown for each of millions of rows; collecting the stack, which nobody reads, takes most of the time
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.reason = reason
  }
}

/** The reason and message of whatever a reader threw at a row. */
export function faultOf(error: unknown): { reason: string; message: string } {
  if (error instanceof Fault) return { reason: error.reason, message: error.message }
  return { reason: 'not readable', message: error instanceof Error ? error.message : String(error) }
}

/** Text within a message: short, and with invisible characters by their numbers. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short).replaceAll(
    INVISIBLE,
    (each) => `\\u${each.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )
}

/** Characters without a picture, of which none separates words. */
export const INVISIBLE = /[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/gu

/** Counts by reason, the most frequent first. */
export function countReasons(reasons: Iterable<string>): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}
