/** The interface of replica readers, and the replica as they see it. */
import type { Call } from '#contract/call.ts'
import type { ReplicaKind } from '#contract/calls/sync.ts'
import type { LooseInput } from '#contract/request.ts'
import type { Chunk } from './chunk.ts'
import type { KindChange, Tables } from './kinds.ts'
import type { Head } from './store.ts'

/** The maximum number of rows of a kind, newest first; a hundred thousand take about 65 MB. */
export const MOST_ROWS = 150_000

/** One for a server with a feed, one for the plain catalogue. */
export interface Reader {
  /** Reads what is there to read now; answers when to look again, ms. Throws where the server cannot be asked. */
  read: () => Promise<number>
  /** Reads what changed, to its end, as far as the server can tell. */
  catchUp?: () => Promise<void>
  /** Hears of changes as they happen, until it is cut off. */
  hear?: () => Promise<void>
  /** Rows that are not any more what was read of them. */
  touched?: (kind: ReplicaKind, ids: readonly string[]) => void
}

/** The replica, as far as reading changes it. */
export interface Held {
  readonly platform: string
  /** This device's id at the server. */
  readonly device: string
  readonly tables: Tables
  /** The maximum number of rows of a kind. */
  readonly most: number
  now: () => number
  /** Null before anything was read. */
  head: () => Head | null
  /** The progress of the first read; null when it is complete. */
  tellFilling: (progress: { rows: number; total: number } | null) => void
  replace: (kind: ReplicaKind, chunks: Chunk[], head: Head) => Promise<void>
  change: (changes: KindChange[], head: Head) => Promise<void>
  /** The server is in another history than the one this was read in. */
  tellReset: () => void
  /** The server reports that this device, or its user's access to the platform, was revoked. */
  tellLost: () => void
  /** Forgets everything, here and on the disk. */
  drop: () => Promise<void>
  /** Puts chunks in the place of many changes, where there are many. */
  compact: () => Promise<void>
}

/** The replica, as its reader sees it. */
export interface Holding extends Held {
  readonly signal: AbortSignal
  /** Only one tab stores and fills. */
  isLeading: () => boolean
  /** Has it read again at once. */
  poke: () => void
  /** Resolves after this many ms, or when the replica is stopped. */
  pause: (ms: number) => Promise<void>
  /** Throws `Unread`. `isShort`: with a limit in time. */
  request: (call: Call, input: LooseInput, isShort: boolean) => Promise<Response>
}

/** The server did not answer; `wait` is the delay it asks for, ms, if any. */
export class Unread extends Error {
  override readonly name = 'Unread'
  readonly status: number
  readonly wait: number | null
  constructor(status: number, wait: number | null) {
    super(`the server answered ${status}`)
    this.status = status
    this.wait = wait
  }
}
