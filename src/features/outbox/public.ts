/** What other features show of the outbox. */
export { progressOf, troubleWords } from './bulks.ts'
export { StuckNotice } from './stuck-notice.tsx'
