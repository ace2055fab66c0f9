import { ApiError } from './errors.ts'

/** Waits until a call has ended. What the server refused stands in the status line already; anything else is thrown. */
export async function settled(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
