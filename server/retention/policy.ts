/** Retention of expired data. Records - audit, cases, notes, forms - are never deleted here. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Milliseconds from the end, sending, discarding or upload. */
export const KEPT = {
  /** For investigating a sign-in; sign-ins stay in the audit. */
  endedSession: DAY,
  sentMail: 30 * DAY,
  /** Mail that every attempt failed on, with what went wrong. */
  failedMail: 90 * DAY,
  /** Answers to operations, for repeated requests: longer than the seven days that one waits unsent. */
  answeredKey: 30 * DAY,
  /** A customer's link to a form: late visitors are told that it has expired. */
  expiredFormLink: 90 * DAY,
  /** A file that was uploaded for a form and never named in one. */
  unnamedUpload: 7 * DAY,
  /** An object in the bucket whose upload was cut off: longer than any upload takes. */
  unfinishedUpload: HOUR,
  /** A number that a device gave up, where the device never did anything: it closes no gap. */
  idleTombstone: 90 * DAY,
} as const
