/** Time as the soak spends it. */
import { availableParallelism, loadavg } from 'node:os'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How many times longer work takes than at rest: the processes that want a core, for each core. */
const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** A promise that may not take longer than so many milliseconds on a machine at rest, and in proportion on a loaded one. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const limit = Math.round(ms * slowness())
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const tooLate = () =>
      reject(
        new Error(
          `not within ${limit} ms${limit > ms ? ', on a machine under load that may be too slow to tell' : ''}`,
        ),
      )
    timer = setTimeout(tooLate, limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
