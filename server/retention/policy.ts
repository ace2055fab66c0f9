/** How long the server keeps what has served its purpose. What is a record - audit, cases, notes, forms - is not here. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds from the moment it ended, was sent, was given up, or was uploaded. */
export const KEPT = {
  /** For whoever looks into a sign-in; who signed in and out stays in the audit. */
  endedSession: DAY,
  sentMail: 30 * DAY,
  /** Mail that every attempt failed on, with what went wrong. */
  failedMail: 90 * DAY,
  /** The answer to an operation, for whoever sends it again: more than the seven days that any of them waits unsent. */
  answeredKey: 30 * DAY,
  /** A customer's link to a form: whoever comes late is told that it has expired. */
  expiredFormLink: 90 * DAY,
  /** A file that was uploaded for a form and never named in one. */
  unnamedUpload: 7 * DAY,
  /** A number that a device gave up, where the device never did anything: it closes no gap. */
  idleTombstone: 90 * DAY,
} as const
