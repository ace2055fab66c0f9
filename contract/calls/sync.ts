/**
 * Our additions for offline work: the batch of operations, the replica's feed, devices
 * (docs/design/offline.md#what-the-server-adds).
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { accountAlertItem } from '#contract/model/cases/account-alert.ts'
import { caseItem } from '#contract/model/cases/case.ts'
import { flat, problem } from '#contract/model/common.ts'
import { capabilities } from './capabilities.ts'

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
  /** The operation in whose place the user put this one. */
  supersedes: z.optional(z.string().check(z.uuid())),
  /** The time of the user's action, ISO 8601 by the device's clock, and the offset of that clock in milliseconds. */
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

/** The kinds of rows in the replica: open cases and open account alerts. */
export const REPLICA_KINDS = ['case', 'accountAlert'] as const
export type ReplicaKind = (typeof REPLICA_KINDS)[number]

/** A list's row, with the text it is searched by: a case's own (`searchText`), an account alert's customer's. */
export const replicaRows = {
  case: z.extend(caseItem, {
    search: z.string(),
    /** An STR or a SAR of the customer is on record. */
    hadStr: z.optional(z.boolean()),
    /** The customer had no payment with the counterparty's country before. */
    isNewCountry: z.optional(z.boolean()),
  }),
  accountAlert: z.extend(accountAlertItem, { search: z.string() }),
} as const
export type ReplicaRow<K extends ReplicaKind = ReplicaKind> = z.infer<(typeof replicaRows)[K]>

/** The first line of a snapshot: the cursor of the feed, and the number of rows at the start. */
export const snapshotHead = z.object({ cursor: z.string(), total: z.number() })
/** Its last line; a snapshot without it is not whole. */
export const snapshotEnd = z.object({ end: z.number() })

const changeOf = <K extends ReplicaKind>(kind: K) =>
  z.object({
    kind: z.literal(kind),
    id: z.string(),
    version: z.number(),
    /** Null where it is no longer open work. */
    row: z.nullable(replicaRows[kind]),
  })
/** That an object of the replica's kind has changed: whatever was read of it with a lower version is stale. */
export const feedItem = z.discriminatedUnion('kind', [changeOf('case'), changeOf('accountAlert')])
export type FeedItem = z.infer<typeof feedItem>

/** The reason why an operation will never arrive. */
export const TOMBSTONE_REASONS = ['undone', 'discarded', 'expired', 'lost'] as const

const deviceId = z.string().check(z.minLength(1), z.maxLength(100))

/** The server's orders for a device, sent with every answer about a device. */
export const OFFLINE_UNLOCKS = ['offered', 'required', 'device'] as const
export const devicePolicy = z.object({
  serverTime: z.string(),
  /** How long a device may be unlocked without the server, in hours of server time. */
  offlineHours: z.number(),
  /** Minutes of inactivity before it locks itself; 0 for never. */
  lockMinutes: z.number(),
  /**
   * How a device unlocks offline: with a passkey or passphrase, `offered` or `required` at the first sign-in; or with a
   * key that the `device` keeps, for disks that the employer encrypts.
   */
  offlineUnlock: z.optional(z.enum(OFFLINE_UNLOCKS)),
})

export const sync = {
  capabilities,
  ops: call('POST', '/sync/ops', {
    roles: 'everybody',
    ours: true,
    body: z.object({
      device: z.string().check(z.maxLength(100)),
      incarnation: z.string().check(z.maxLength(100)),
      ops: z.array(syncOp).check(z.minLength(1), z.maxLength(200)),
    }),
    reply: z.object({ serverTime: z.string(), results: z.array(syncResult) }),
  }),
  /**
   * The open work of a platform as NDJSON: `snapshotHead`, one row per line, `snapshotEnd`. Rows may be newer than the
   * cursor; the feed then repeats them.
   */
  snapshot: call('GET', '/sync/snapshot', {
    roles: 'everybody',
    ours: true,
    query: { platform: z.string(), kind: z.enum(REPLICA_KINDS) },
    reply: z.unknown(),
    gives: 'stream',
  }),
  /**
   * Changes since a cursor, oldest first. `reset` means that the cursor is unknown to this server (it was restored from
   * backup, or is another one), and the client starts with a snapshot.
   */
  rows: call('GET', '/sync/rows', {
    roles: 'everybody',
    ours: true,
    query: {
      platform: z.string(),
      since: z.string(),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2000))),
    },
    reply: z.object({
      items: z.array(feedItem),
      next: z.string(),
      more: z.boolean(),
      reset: z.optional(z.boolean()),
    }),
  }),
  /**
   * Registers this device and returns its key shares. A revoked device is refused with 401 and cleared, a locked one
   * with 403 unless the user has authenticated since.
   */
  registerDevice: call('POST', '/sync/device', {
    roles: 'everybody',
    ours: true,
    body: z.object({ device: deviceId, label: z.string().check(flat, z.maxLength(200)) }),
    reply: z.extend(devicePolicy, {
      /** 32 bytes each, base64; one a platform of the account, and one under the empty name for what has none. */
      shares: z.record(z.string(), z.string()),
      /** The ticket with which the device later locks itself. */
      lockTicket: z.optional(z.string()),
    }),
  }),
  /** Locks a device: its sessions answer 401 until it is unlocked. Needs no session: it may be told late. */
  lock: call('POST', '/sync/lock', {
    roles: 'public',
    ours: true,
    body: z.object({
      ticket: z.string(),
      lock: z.string().check(z.uuid()),
      /** How long ago it was locked, in ms, which orders it against sign-ins. */
      ago: z.optional(z.int().check(z.gte(0))),
    }),
    reply: devicePolicy,
  }),
  /** Unlocks it for who opened its vault; `proof` is a digest of the device's own share. */
  unlock: call('POST', '/sync/unlock', {
    roles: 'public',
    ours: true,
    body: z.object({ ticket: z.string(), lock: z.string().check(z.uuid()), proof: z.string() }),
    reply: z.object({ message: z.string() }),
  }),
  devices: call('GET', '/sync/devices', {
    roles: 'everybody',
    ours: true,
    reply: z.object({
      items: z.array(z.object({ id: z.string(), label: z.string(), seenAt: z.string(), revoked: z.boolean() })),
    }),
  }),
  /**
   * Destroys the key shares of a device: its data can no longer be decrypted, and it wipes itself when it next
   * connects.
   */
  revokeDevice: call('DELETE', '/sync/device/{device}', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ message: z.string() }),
    notice: 'Delete',
  }),
  /** The operations that a device has an answer for and this server does not know, since it has lost them. */
  receipts: call('POST', '/sync/receipts', {
    roles: 'everybody',
    ours: true,
    body: z.object({ opIds: z.array(z.string().check(z.uuid())).check(z.maxLength(1000)) }),
    reply: z.object({ unknown: z.array(z.string()) }),
  }),
  /** Accounts for numbers of a device's series that will never arrive (docs/design/offline.md#what-the-server-adds). */
  tombstones: call('POST', '/sync/tombstones', {
    roles: 'everybody',
    ours: true,
    body: z.object({
      device: deviceId,
      items: z
        .array(
          z.object({
            devSeq: z.number().check(z.int(), z.minimum(1)),
            fate: z.enum(TOMBSTONE_REASONS),
            reason: z.optional(z.string().check(z.maxLength(500))),
          }),
        )
        .check(z.minLength(1), z.maxLength(1000)),
    }),
    reply: z.object({ message: z.string() }),
  }),
  /**
   * A browser has thrown a device's storage away: of the numbers it had given, those that never came are lost, and are
   * put on record as such. `pending`: how many it believes were waiting.
   */
  storageReset: call('POST', '/sync/reset', {
    roles: 'everybody',
    ours: true,
    body: z.object({
      device: deviceId,
      lastSeq: z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
      pending: z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
    }),
    reply: z.object({ message: z.string(), lost: z.array(z.number()) }),
  }),
  /**
   * Server-sent events without content: `poke` (read the feed), `purge` (this device is revoked), `revoke` (the account
   * lost the platform), `beat`. A client confirms a loss with the server before it acts.
   */
  stream: call('GET', '/sync/stream', {
    roles: 'everybody',
    ours: true,
    query: { platform: z.string(), device: z.optional(deviceId) },
    reply: z.unknown(),
    gives: 'stream',
  }),
}
