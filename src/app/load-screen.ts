// Loads a screen's code. After a deploy an open window's files may be gone.

/** The timeout of a chunk, in milliseconds. */
export const CHUNK_TIMEOUT_MS = 120_000
const RETRY_AFTER_MS = 500

/** The code of a screen did not come: the window is older than the server, or there is no network. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Imports with a time-out and tries a second time; a failure is always a `ChunkError`. */
export async function loadScreen<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  try {
    return await within(load(), timeoutMs)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
  }
  try {
    return await within(load(), timeoutMs)
  } catch (cause) {
    throw new ChunkError('A part of the application could not be loaded', { cause })
  }
}
