/** A refusal as an entry of a batch carries it. */
import { STATUS_CODES } from 'node:http'
import type { Problem } from '#contract/model/common.ts'
import type { SyncResult } from '#contract/calls/sync.ts'

export function refused(
  opId: string,
  status: number,
  message: string,
  more: Pick<Problem, 'current' | 'code'> = {},
): SyncResult {
  return { opId, status, problem: { status, title: STATUS_CODES[status] ?? 'Refused', message, ...more } }
}
