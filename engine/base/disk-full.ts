/** Handling of a full disk (docs/design/offline.md#losses-of-storage). */

/** There is no room, and nothing left to drop. Its words are shown. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
}

/** Dexie wraps the browser's error. */
function isFull(error: unknown): boolean {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}

/**
 * Writes; where the disk is full, makes room and writes again, as long as there is something that can be fetched
 * again. `makeRoom` answers whether it dropped anything. Throws `DiskFull`, and what else the write throws.
 */
export async function whileRoom<T>(write: () => Promise<T>, makeRoom: () => Promise<boolean>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isFull(error)) throw error
      if (await makeRoom()) continue
      throw new DiskFull('The disk of this device is full. Make room on it, then decide again', { cause: error })
    }
  }
}
