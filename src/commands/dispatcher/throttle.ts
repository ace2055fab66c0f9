/** Lets values through no faster than one in an interval; of those that come too fast, what they are merged to. */

export interface Throttle<T> {
  push(value: T): void
  stop(): void
}

/** `interval` in ms. The first value goes through at once. Without `merge` the last of those that wait is the one. */
export function createThrottle<T>(
  interval: number,
  emit: (value: T) => void,
  merge: (waiting: T, next: T) => T = (_, next) => next,
): Throttle<T> {
  let timer: ReturnType<typeof setTimeout> | null = null
  let waiting: { value: T } | null = null
  const pass = (value: T) => {
    emit(value)
    timer = setTimeout(() => {
      timer = null
      const next = waiting
      waiting = null
      if (next) pass(next.value)
    }, interval)
  }
  return {
    push(value) {
      if (timer === null) pass(value)
      else waiting = { value: waiting ? merge(waiting.value, value) : value }
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = null
    },
  }
}
