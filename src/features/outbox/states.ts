/** Labels of an operation's states, and which of them are conflicts. */
import type { PendingOp, PendingState } from '#src/data/engine-client/pending.ts'

/** The target of an operation: its case, or the client of the account. */
export const aboutOf = ({ op: { target } }: Pick<PendingOp, 'op'>): string =>
  target.caseId ?? (target.customerId === undefined ? 'Unknown' : `Client ${target.customerId}`)

/** The meaning of a state for the user. */
export const STATE_LABELS: Record<PendingState, string> = {
  writing: 'Being saved on this device',
  held: 'Held for undo',
  ready: 'Waiting to be sent',
  sending: 'Being sent',
  uncertain: 'Sent, answer lost: being checked',
  auth: 'Waiting for you to sign in',
  conflict: 'Somebody else changed it',
  dead: 'Not sent',
  refused: 'Not saved on this device',
  acked: 'Done',
}

/** Needs a person, who has a choice. */
export const isStuck = ({ state }: Pick<PendingOp, 'state'>): boolean => state === 'dead' || state === 'conflict'
/** Did not go the way it was meant to. */
export const isTrouble = (row: Pick<PendingOp, 'state'>): boolean => isStuck(row) || row.state === 'refused'
