/** The tables of devices, of what they say about their operations, and of idempotency keys. */
import type { Generated } from 'kysely'
import type { Big, When, WhenOrNull, Json, WhenNow } from './columns.ts'

export interface IdempotencyTable {
  account_id: string
  key: string
  fingerprint: Buffer
  status: number
  body: Json
  at: WhenNow
  /** How often the answer was given again. */
  replays: Generated<number>
}

/** A browser profile that keeps work for an account. */
export interface DeviceTable {
  account_id: string
  id: string
  label: Generated<string>
  registered_at: When
  seen_at: When
  revoked_at: WhenOrNull
  locked_at: WhenOrNull
  /** The last lock that was unlocked: what still arrives of it locks nothing. */
  unlocked_lock: string | null
  /** The lock that locked it last. */
  lock_id: string | null
}

export interface DeviceShareTable {
  account_id: string
  device_id: string
  /** Empty for what belongs to no platform. */
  platform: string
  share: Buffer
}

export interface TombstoneTable {
  account_id: string
  device_id: string
  dev_seq: Big
  fate: 'undone' | 'discarded' | 'expired' | 'lost'
  reason: string | null
  at: When
}

export interface SyncTables {
  idempotency: IdempotencyTable
  device: DeviceTable
  device_share: DeviceShareTable
  tombstone: TombstoneTable
}
