/** What other features show of the outbox. */
export { StuckNotice } from './stuck-notice.tsx'
