/** Operations as the engine sends them. */
import { randomUUID } from 'node:crypto'
import type { SyncOp } from '#contract/calls/sync.ts'
import { NOON, type MadeCase } from './world.ts'

let last = 0

/** Decided offline, with the next number of the device. */
export const syncOp = (kind: string, target: object, body: unknown, more: Partial<SyncOp> = {}): SyncOp => ({
  opId: randomUUID(),
  devSeq: (last += 1),
  kind,
  kindV: 1,
  target: { platform: 'paxum', customerId: '100', ...target },
  body,
  clientTime: NOON.toISOString(),
  skewMs: 0,
  offline: true,
  ...more,
})

/** A case as the target of an operation. */
export const targetOf = ({ platform, customerId, id, uuid }: MadeCase) => ({
  platform,
  customerId,
  caseId: id,
  caseUuid: uuid,
})
