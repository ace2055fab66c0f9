/** What our server adds to the catalogue: capabilities and the batch of queued operations (offline design, section 2.6). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { problem } from '#contract/model/common.ts'
import { REASONS } from '#contract/model/values.ts'

const target = z.object({
  platform: z.string(),
  customerId: z.string(),
  caseId: z.optional(z.string()),
  caseUuid: z.optional(z.string()),
  alertId: z.optional(z.string()),
})

export const syncOp = z.object({
  /** UUIDv7: the idempotency key. */
  opId: z.string().check(z.uuid()),
  devSeq: z.number(),
  kind: z.string(),
  kindV: z.number(),
  target,
  body: z.unknown(),
  expect: z.optional(z.record(z.string(), z.unknown())),
  /** When the user acted, ISO 8601 by the device's clock, and how far that clock is off, in milliseconds. */
  clientTime: z.string(),
  skewMs: z.nullable(z.number()),
  /** Decided while the device had no connection. */
  offline: z.boolean(),
})
export type SyncOp = z.infer<typeof syncOp>

export const syncResult = z.object({
  opId: z.string(),
  /** The status the catalogue call would have answered; 424 where an earlier operation of the lane stopped it. */
  status: z.number(),
  version: z.optional(z.number()),
  replayed: z.optional(z.boolean()),
  problem: z.optional(problem),
})
export type SyncResult = z.infer<typeof syncResult>

export const sync = {
  /** What this server adds; a 404 means the plain catalogue. */
  capabilities: call('GET', '/capabilities', {
    open: true,
    ours: true,
    reply: z.object({
      version: z.string(),
      /** Which additions are on. */
      ops: z.boolean(),
      feed: z.boolean(),
      /** Keeps documents of a person or of a team. */
      settings: z.optional(z.boolean()),
      reasons: z.readonly(z.array(z.enum(REASONS))),
      /** How long a written operation waits for its undo, in seconds; 0 switches the wait off. */
      holdSeconds: z.number(),
      fourEyes: z.array(z.string()),
      demo: z.boolean(),
    }),
  }),
  ops: call('POST', '/sync/ops', {
    ours: true,
    body: z.object({
      device: z.string().check(z.maxLength(100)),
      incarnation: z.string().check(z.maxLength(100)),
      ops: z.array(syncOp).check(z.minLength(1), z.maxLength(200)),
    }),
    reply: z.object({ serverTime: z.string(), results: z.array(syncResult) }),
  }),
}
