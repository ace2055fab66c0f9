import type { UserDocuments } from '#engine/cache/user-documents.ts'
import type { Outbox } from '#engine/outbox/outbox.ts'
import type { FromEngine } from './protocol.ts'

/** The maximum number of operations per message, so that none blocks the window. */
const TOLD_AT_ONCE = 500

interface InitialStatePorts {
  outbox: Outbox
  documents: UserDocuments
  readAndTell: () => Promise<void>
  post: (message: FromEngine) => void
  opened: FromEngine
}

/** Sends the initial state to a new window, then that the outbox is open, so that waiting calls see complete counts. */
export async function sendInitialState({
  outbox,
  documents,
  readAndTell,
  post,
  opened,
}: InitialStatePorts): Promise<void> {
  const entries = await outbox.entries()
  for (let from = 0; from === 0 || from < entries.length; from += TOLD_AT_ONCE) {
    post({ type: 'change', put: entries.slice(from, from + TOLD_AT_ONCE), gone: [] })
  }
  post({ type: 'documents', put: await documents.all(), gone: [] })
  await readAndTell()
  post(opened)
}
