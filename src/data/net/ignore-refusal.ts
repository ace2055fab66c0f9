import { ApiError } from './errors.ts'

/** Waits until a call has ended. A refusal is in the status line already; any other error is thrown. */
export async function ignoreRefusal(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
