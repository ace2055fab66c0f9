/** The doorway from the window to the engine, which lives in a worker and owns everything durable. */
import type { Person } from '#contract/model/common.ts'
import { isBrokenToken } from '#contract/model/errors.ts'
import type { EnqueueMeta, OpDraft } from '#contract/ops/op.ts'
import { uuidV7 } from '#contract/uuid.ts'
import type { OpError, Sentinel } from '#engine/base/types.ts'
import type { DocumentChange } from '#engine/cache/user-documents.ts'
import type { NewOp, Resend } from '#engine/outbox/outbox.ts'
import type { CallName, Calls, FromEngine, ToEngine } from '#engine/protocol.ts'
import type { Connectivity } from '#src/data/net/connectivity.ts'
import type { TokenStore } from '#src/data/user/session-store.ts'
import type { Counts, Pending, PendingOp } from './pending.ts'
import { ReplicaDoor, type ReplicaClient } from './replica-client.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { VaultDoor, type VaultClient, type VaultEvents } from './vault-client.ts'

/** The databases to open, and the credentials. */
export interface EngineUser {
  id: string
  name: string
}

export interface EngineStatus extends Counts {
  /** The time of the server's last acceptance, ms; null before. */
  lastSync: number | null
  /**
   * `off` before the engine has opened its databases; `unavailable` without storage (nothing can be queued, and
   * decisions are sent at once); `blocked` while an older window prevents opening; `reset` if unsent operations on this
   * device are gone; `newer` if another tab upgraded.
   */
  storage: 'off' | 'ok' | 'blocked' | 'unavailable' | 'reset' | 'newer'
  /** Operations that were lost with a reset, or taken away one by one by something else. */
  lost: number
  /** Operations that were answered, and that the server has lost since: it was restored from a backup. */
  missing: number
  /** The browser promised not to evict; null until it was asked. */
  persisted: boolean | null
}

/** The user's own documents on this device. */
export interface DocumentStore {
  /** Rejects where the browser gives no storage; what was changed then lasts as long as the window. */
  change(change: DocumentChange): Promise<void>
  /** Hears what this device has at the start, and what other tabs change; null when another user may come. */
  listen(listener: (change: DocumentChange | null) => void): void
}

export interface Engine {
  /** Opens the user's databases in a worker; idempotent for the same user, and reopens for another. */
  start(user: EngineUser): void
  /** Ends the worker; nothing durable is lost. */
  stop(): void
  /** Takes operations at once: they are in `pending` as *writing* when this returns. The group is for undo. */
  enqueue(drafts: readonly OpDraft[], meta: EnqueueMeta): string
  /** Withdraws what has not been sent, in the next frame. `sent` counts what could not be. */
  cancel(group: string): Promise<{ undone: number; sent: number }>
  /** Ends holding, of one group or of all, and tries at once. */
  sendNow(group?: string): void
  /** As the call, with the hold of any decision. */
  resend(opId: string, how?: Omit<Resend, 'holdMs'>): Promise<boolean>
  /** As the call; resolves at once before the start. */
  settle(): Promise<void>
  readonly snapshots: SnapshotStore
  readonly replica: ReplicaClient
  readonly documents: DocumentStore
  readonly vault: VaultClient
  /** The engine's calls. One that is made before the start waits for it. */
  readonly calls: Calls
  /** The user has just authenticated: the next start unlocks. */
  vouch(): void
  status: () => EngineStatus
  subscribe: (listener: () => void) => () => void
}

/** A started worker, or its test replacement. */
export interface EnginePort {
  post: (message: ToEngine) => void
  listen: (handler: (message: FromEngine) => void) => void
  stop: () => void
}

export interface EngineClientPorts {
  spawn: () => EnginePort
  pending: Pending
  token: TokenStore
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe'>
  /** The storage of the sentinel: local storage. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  origin: string
  /** Base address of the API. */
  base: string
  appV: string
  /** True if the server has proven itself in this browser. */
  isProven: () => boolean
  /** The hold for undo, ms. */
  holdMs: () => number
  /** Asks the browser not to evict; null where it cannot be asked. */
  persist: (() => Promise<boolean>) | null
  /**
   * The session was refused in the background: sending pauses, and the screen says so
   * (docs/design/specification.md#errors).
   */
  onSignedOut: () => void
  /** A read of the engine was refused for want of a session. */
  onSessionOver: () => void
  /** Changed rows of the replica. */
  onRowsChanged: (ids: readonly string[]) => void
  onTrouble: (message: string) => void
  /** The device's name for its owner: "Chromium on Linux". */
  label: string
  vault: VaultEvents
}

const SENTINEL = 'docket.sentinel'
const OFF: EngineStatus = {
  unsent: 0,
  held: 0,
  sending: 0,
  conflict: 0,
  dead: 0,
  paused: false,
  lastSync: null,
  storage: 'off',
  lost: 0,
  missing: 0,
  persisted: null,
}

/** The engine of this window, not started yet. */
export function createEngine(ports: EngineClientPorts): Engine {
  return new EngineClient(ports)
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

class EngineClient implements Engine {
  readonly #ports: EngineClientPorts
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Map<number, Waiting>()
  #status = OFF
  #user: EngineUser | null = null
  #port: EnginePort | null = null
  #lastId = 0
  /** Groups with an unanswered withdrawal: the engine's messages meanwhile do not restore them. */
  readonly #withdrawing = new Set<string>()
  readonly #readers = new Set<(change: DocumentChange | null) => void>()
  #isFresh = false
  /** Called before the engine was started; posted when it is. */
  #early: ToEngine[] = []

  constructor(ports: EngineClientPorts) {
    this.#ports = ports
    ports.token.subscribe(() => this.#tellToken())
    ports.pending.subscribe(() => this.#set({ ...this.#status, ...ports.pending.counts() }))
    ports.connectivity.subscribe(() => {
      this.#port?.post({ type: 'online', online: ports.connectivity.isOnline() })
    })
  }

  #tellToken(): void {
    this.#port?.post({ type: 'token', token: usable(this.#ports.token.get()) })
  }

  readonly calls = new Proxy({} as Calls, {
    get:
      (_, name: CallName) =>
      (...args: unknown[]) =>
        this.#call(name, args),
  })

  readonly snapshots: SnapshotStore = {
    get: async (key) => (this.#port ? this.calls.snapshotGet(key) : null),
    put: async (...args) => {
      if (this.#port) await this.calls.snapshotPut(...args)
    },
    drop: async (key) => {
      if (this.#port) await this.calls.snapshotDrop(key)
    },
  }

  readonly replica = new ReplicaDoor({
    isRunning: () => this.#port !== null,
    calls: this.calls,
    onChanged: (ids) => this.#ports.onRowsChanged(ids),
    onTrouble: (message) => this.#ports.onTrouble(message),
  })

  readonly vault = new VaultDoor({
    calls: this.calls,
    isRunning: () => this.#port !== null,
    post: (message) => this.#port?.post(message),
    events: () => this.#ports.vault,
  })

  vouch(): void {
    this.#isFresh = true
  }

  readonly documents: DocumentStore = {
    change: (change) => this.calls.documents(change),
    listen: (listener) => void this.#readers.add(listener),
  }

  start(user: EngineUser): void {
    if (this.#user?.id === user.id && this.#port) return
    if (this.#port) this.stop()
    const { spawn, token, origin, base, appV, isProven, label } = this.#ports
    this.#user = user
    const port = spawn()
    // a stopped worker may have sent messages before: another user's queue must stay hidden
    port.listen((message) => {
      if (this.#port === port) this.#take(message)
    })
    this.#port = port
    const sentinels = this.#sentinels()
    const isFresh = this.#isFresh
    this.#isFresh = false
    const held = usable(token.get())
    port.post({
      type: 'start',
      uid: user.id,
      origin,
      base,
      appV,
      isProven: isProven(),
      token: held,
      sentinels,
      isFresh,
      label,
    })
    if (!this.#ports.connectivity.isOnline()) port.post({ type: 'online', online: false })
    for (const message of this.#early.splice(0)) port.post(message)
    this.replica.started()
  }

  stop(): void {
    this.#port?.stop()
    this.#port = null
    this.#user = null
    for (const { reject } of this.#waiting.values()) reject(new Error('The engine was stopped'))
    this.#waiting.clear()
    for (const read of this.#readers) read(null)
    this.replica.take(null)
    this.vault.take(null)
    const { pending } = this.#ports
    pending.change(
      [],
      pending.list().map(({ op }) => op.opId),
    )
    this.#set({ ...OFF, persisted: this.#status.persisted })
  }

  enqueue(drafts: readonly OpDraft[], { commandId, label, act, query = null }: EnqueueMeta): string {
    const { pending, now, holdMs, connectivity, onTrouble } = this.#ports
    const at = now()
    const by: Person = { id: this.#user?.id ?? '', name: this.#user?.name ?? '' }
    const group = uuidV7(at)
    const ids = drafts.map(() => uuidV7(at))
    const ops = drafts.map(({ needs = [], ...draft }, i): NewOp => ({
      op: { ...draft, opId: ids[i] ?? uuidV7(at), at, by },
      deps: needs.flatMap((n) => ids[n] ?? []),
      group,
      commandId,
      label,
      holdMs: holdMs(),
      offline: !connectivity.isOnline(),
    }))
    const entries = ops.map(({ op, holdMs: hold }): PendingOp => {
      return { op, group, commandId, label, state: 'writing', holdUntil: at + hold, seq: 0, attempts: 0, nextAt: 0 }
    })
    pending.change(entries)
    const refuse = (opId: string, error: OpError) =>
      entries.flatMap((entry): PendingOp[] => (entry.op.opId === opId ? [{ ...entry, state: 'refused', error }] : []))
    this.calls.enqueue(ops).then(
      (notTaken) => notTaken.length > 0 && pending.change(notTaken.flatMap(({ opId, error }) => refuse(opId, error))),
      (error: unknown) => {
        const why = { code: 'not-saved', message: error instanceof Error ? error.message : String(error), at: now() }
        pending.change(entries.flatMap(({ op }) => refuse(op.opId, why)))
      },
    )
    // a failed record is reported, and blocks nobody
    if (act) this.calls.auditAppend({ group, at, act, query }).catch((error: unknown) => onTrouble(String(error)))
    void this.#askToPersist()
    return group
  }

  async cancel(group: string): Promise<{ undone: number; sent: number }> {
    const { pending } = this.#ports
    const entries = () => pending.list().filter((entry) => entry.group === group && entry.state !== 'refused')
    // removed from the screen in the next frame; what could not be withdrawn returns with the engine's answer
    this.#withdrawing.add(group)
    pending.change(entries().map((entry) => ({ ...entry, withdrawn: true })))
    try {
      return await this.calls.cancel(group)
    } finally {
      this.#withdrawing.delete(group)
      pending.change(entries().map((entry) => ({ ...entry, withdrawn: false })))
    }
  }

  sendNow(group?: string): void {
    this.calls.sendNow(group).catch((error: unknown) => this.#ports.onTrouble(String(error)))
  }

  resend(opId: string, how: Omit<Resend, 'holdMs'> = {}): Promise<boolean> {
    return this.calls.resend(opId, { ...how, holdMs: this.#ports.holdMs() })
  }

  async settle(): Promise<void> {
    if (this.#port) await this.calls.settle()
  }

  status = (): EngineStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #call(name: CallName, args: unknown[]): Promise<unknown> {
    this.#lastId += 1
    const message: ToEngine = { type: 'call', id: this.#lastId, name, args }
    const answer = new Promise((resolve, reject) => this.#waiting.set(message.id, { resolve, reject }))
    if (this.#port) this.#port.post(message)
    else this.#early.push(message)
    return answer
  }

  #take(message: FromEngine): void {
    const { pending, onSignedOut, onTrouble } = this.#ports
    switch (message.type) {
      case 'reply': {
        const waiting = this.#waiting.get(message.id)
        this.#waiting.delete(message.id)
        if (message.ok) waiting?.resolve(message.value)
        else waiting?.reject(new Error(message.message))
        return
      }
      case 'change':
        return pending.change(
          message.put.map((entry) => (this.#withdrawing.has(entry.group) ? { ...entry, withdrawn: true } : entry)),
          message.gone,
        )
      case 'documents':
        for (const read of this.#readers) read(message)
        return
      case 'replica':
        return this.replica.take(message.state, message.changed)
      case 'health': {
        this.#set({ ...this.#status, lastSync: message.lastSync })
        const there = this.#sentinels()
        const { incarnation, lastSeq } = message.sentinel
        const known = there[message.stem]
        // an operation that has left the outbox had its number too
        const top = known?.incarnation === incarnation ? Math.max(known.lastSeq, lastSeq) : lastSeq
        const sentinels = { ...there, [message.stem]: { ...message.sentinel, lastSeq: top } }
        this.#ports.storage.setItem(SENTINEL, JSON.stringify(sentinels))
        return
      }
      case 'opened':
        return this.#set({ ...this.#status, storage: message.storage, lost: message.lost })
      case 'lost':
        return this.#set({ ...this.#status, lost: this.#status.lost + message.numbers.length })
      case 'missing':
        return this.#set({ ...this.#status, missing: this.#status.missing + message.count })
      case 'blocked':
        return this.#set({ ...this.#status, storage: 'blocked' })
      case 'closed':
        onTrouble(message.message)
        return this.#set({ ...this.#status, storage: message.storage })
      case 'signedOut':
        return onSignedOut()
      case 'sessionOver':
        return this.#ports.onSessionOver()
      case 'token':
        return this.#ports.token.set(message.token)
      case 'askToken':
        return this.#tellToken()
      case 'forgotten': {
        const { [message.stem]: _, ...others } = this.#sentinels()
        this.#ports.storage.setItem(SENTINEL, JSON.stringify(others))
        return
      }
      case 'vault':
        return this.vault.take(message.state)
      case 'locked':
      case 'gone':
      case 'platformGone':
        return this.vault.heard(message)
      case 'trouble':
        return onTrouble(message.message)
    }
  }

  #sentinels(): Record<string, Sentinel> {
    try {
      const read: unknown = JSON.parse(this.#ports.storage.getItem(SENTINEL) ?? '{}')
      return typeof read === 'object' && read !== null ? (read as Record<string, Sentinel>) : {}
    } catch {
      // unknown text counts as none
      return {}
    }
  }

  #set(status: EngineStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener()
  }

  async #askToPersist(): Promise<void> {
    const { persist } = this.#ports
    if (!persist || this.#status.persisted !== null) return
    // the status may have changed by the time of the answer
    const persisted = await persist()
    this.#set({ ...this.#status, persisted })
  }
}

/** The text of nothing is no token: nothing is sent with it. */
function usable(token: string | null): string | null {
  return isBrokenToken(token) ? null : token
}
