/** What other features show of the outbox. */
export { progressOf, troubleText } from './bulk-progress.ts'
export { ConflictNotice } from './conflict-notice.tsx'
