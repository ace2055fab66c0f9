/** What other features show of the outbox. */
export { troubleWords } from './bulks.ts'
export { StuckNotice } from './stuck-notice.tsx'
