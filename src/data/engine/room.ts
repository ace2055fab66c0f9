/** What is done where the disk is full (offline design, 2.10). */

/** Dexie wraps what the browser says. */
function isFull(error: unknown): boolean {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}

/**
 * Writes; where the disk is full, makes room and writes again, as long as there is something that can be fetched
 * again. `makeRoom` answers whether it dropped anything.
 */
export async function whileRoom<T>(write: () => Promise<T>, makeRoom: () => Promise<boolean>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isFull(error) || !(await makeRoom())) throw error
    }
  }
}
