/** When an answer was asked for. An operation answered before that moment is in it, whatever its version says. */

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

/** When the read began that gave this object, ms; 0 where nobody noted it. */
export function readAt(value: object): number {
  return times.get(value) ?? 0
}
