/** The outbox's interface for other features. */
export { progressOf, troubleText } from './bulk-progress.ts'
export { ConflictNotice } from './conflict-notice.tsx'
