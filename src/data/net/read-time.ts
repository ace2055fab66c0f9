/** The time of a request. An operation answered before it is in the reply, whatever its version. */

const times = new WeakMap<object, number>()

/** Notes the start of the read, in ms, on a reply and on each of its items. */
export function markRead<T>(reply: T, at: number): T {
  if (typeof reply !== 'object' || reply === null) return reply
  times.set(reply, at)
  const items = (reply as { items?: unknown }).items
  if (Array.isArray(items)) {
    for (const item of items) if (typeof item === 'object' && item !== null) times.set(item, at)
  }
  return reply
}

/** The start of the read of this object, ms; 0 if not recorded. */
export function readAt(value: object): number {
  return times.get(value) ?? 0
}
