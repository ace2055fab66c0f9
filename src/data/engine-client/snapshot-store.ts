/** Encrypted snapshots of answers; every failure is a miss. */
export interface SnapshotStore {
  /** Null also before the engine was started. */
  get: (key: string) => Promise<{ value: unknown; at: number } | null>
  /** `at`: when the read began, ms. */
  put: (key: string, platform: string, value: unknown, at: number) => Promise<void>
  /** Invalidates a stored entry. */
  drop: (key: string) => Promise<void>
}
