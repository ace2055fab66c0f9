/** The engine: databases, keys, outbox, sender and cache of one user, behind messages. Runs in a worker; tests run it bare. */
import type { DexieOptions } from 'dexie'
import type { Channel, Clock, Locks } from '#engine/base/clock.ts'
import { NewerSchema, openDatabases, readMeta, stemOf, type Databases } from '#engine/base/database.ts'
import type { Change } from '#engine/base/types.ts'
import { SnapshotCache } from '#engine/cache/cache.ts'
import { readReference } from '#engine/cache/reference.ts'
import { UserDocuments } from '#engine/cache/user-documents.ts'
import { Outbox } from '#engine/outbox/outbox.ts'
import { CurrentReplica } from '#engine/replica/current-replica.ts'
import { ReplicaStore } from '#engine/replica/store.ts'
import { beginIncarnation, isWhole } from '#engine/sender/incarnation.ts'
import { Sender } from '#engine/sender/sender.ts'
import { noteRestored } from '#engine/sender/server-restore.ts'
import { Transport } from '#engine/sender/transport.ts'
import { EngineVault } from '#engine/vault/engine-vault.ts'
import { NO_KEY_HOLDER, type KeyHolderClient } from '#engine/vault/key-holder.ts'
import type { VaultRing } from '#engine/vault/key-ring.ts'
import { isRevocation } from '#engine/vault/key-share.ts'
import type { VaultCalls } from '#engine/vault/vault-calls.ts'
import { AuditLog } from './audit.ts'
import { CallQueue } from './call-queue.ts'
import { oneAtATime, readHealth, sendInitialState } from './health.ts'
import { enqueueWithOverflow, type DirectCalls } from './overflow.ts'
import {
  CALLS,
  type BetweenEngines,
  type CallName,
  type Calls,
  type FromEngine,
  type StartMessage,
  type ToEngine,
} from './protocol.ts'
import { fetchFromServer, type ServerProof } from '#engine/base/server-proof.ts'

export interface EnginePorts {
  idb: DexieOptions
  locks: Locks
  clock: Clock
  fetch: (url: string, init: RequestInit) => Promise<Response>
  channel: (name: string) => Channel
  random: () => number
  /** Keeps what opens the vault beyond this page; where it is left out, nothing does. */
  holder?: KeyHolderClient
  post: (message: FromEngine) => void
}

/** A tab that yields the lead, or the window being replaced, competes again after this time, ms. */
const ASIDE_MS = 3000

/** The parts that exist before the vault is open. */
interface Ground {
  message: StartMessage
  stem: string
  databases: Databases
  channel: Channel
  incarnation: string
  /** Operations that were lost with the databases before. */
  lost: number
  transport: Transport
  vault: EngineVault
  fetch: EnginePorts['fetch']
}

/** The parts that need keys, as calls use them. */
interface Parts {
  outbox: Outbox
  cache: SnapshotCache
  sender: Sender
  enqueue: Calls['enqueue']
  audit: AuditLog
  documents: UserDocuments
  replica: CurrentReplica
}

interface Running {
  calls: Omit<Calls, keyof VaultCalls>
  /** The window knows the outbox: from then on it receives changes. */
  told: Promise<void>
  sender: Sender
  setOnline(online: boolean): void
  /** Resolves when the cache is no longer used; an answer that is under way is not waited for. */
  stop(): Promise<void>
}

export class Engine {
  readonly #ports: EnginePorts
  readonly #proof: ServerProof = { isProven: false }
  #token: string | null = null
  #onToken: ((token: string | null) => void) | null = null
  #running: Promise<Running | null> = Promise.resolve(null)
  readonly #queue = new CallQueue()
  #channel: Channel | null = null
  #vault: EngineVault | null = null
  #databases: Databases | null = null
  /** The parts that need keys; null before, and after the keys were released. */
  #open: Running | null = null
  /** Handles messages of other tabs, once the parts exist. */
  #hear: ((message: BetweenEngines) => void) | null = null
  #isOnline = true
  #isVisible = true
  /** Replaces everything else if the browser has no storage. */
  #direct: DirectCalls | null = null
  /** The reason why no call is possible any more; null while it is only locked. */
  #closedBy: string | null = null

  constructor(ports: EnginePorts) {
    this.#ports = { ...ports, fetch: fetchFromServer(ports.fetch, this.#proof) }
  }

  /** Takes a message of the window. */
  handle(message: ToEngine): void {
    switch (message.type) {
      case 'start':
        this.#proof.isProven ||= message.isProven
        this.#running = this.#start(message)
        return
      case 'token':
        this.#setToken(message.token).catch(this.#trouble)
        return
      case 'online':
        this.#isOnline = message.online
        this.#channel?.postMessage(message satisfies BetweenEngines)
        if (message.online) this.#vault?.poke()
        void this.#running.then((running) => running?.setOnline(message.online))
        return
      case 'active':
        this.#vault?.active()
        return
      case 'visible':
        this.#isVisible = message.visible
        // timers of hidden windows are slow: a visible one leads
        if (message.visible) this.#channel?.postMessage({ type: 'aside', isForAll: false } satisfies BetweenEngines)
        this.#vault?.visible(message.visible)
        return
      case 'call':
        this.#queue.add(CALLS[message.name].turn, () => this.#answer(message))
    }
  }

  /** Releases locks, then databases. */
  async stop(): Promise<void> {
    this.#vault?.stop()
    const running = await this.#running
    this.#channel?.close()
    await running?.stop()
    this.#databases?.close()
  }

  readonly #trouble = (error: unknown) => this.#ports.post({ type: 'trouble', message: String(error) })

  async #answer({ id, name, args }: Extract<ToEngine, { type: 'call' }>): Promise<void> {
    const { post } = this.#ports
    try {
      const call = (await this.#callOf(name)) as (...values: unknown[]) => Promise<unknown>
      post({ type: 'reply', id, ok: true, value: await call(...args) })
    } catch (error) {
      post({ type: 'reply', id, ok: false, message: error instanceof Error ? error.message : String(error) })
    }
  }

  async #callOf(name: CallName): Promise<Calls[CallName]> {
    // those that open it cannot wait until it is open
    const closed: Partial<Calls> = this.#vault?.calls ?? {}
    const running = closed[name] ? null : await this.#running
    const direct: Partial<Calls> = this.#direct ?? {}
    const call = closed[name] ?? running?.calls[name as Exclude<CallName, keyof VaultCalls>] ?? direct[name]
    if (!call) throw new Error(this.#closedBy ?? 'Locked')
    const { turn } = CALLS[name]
    if (turn !== 'read' && turn !== 'look') await running?.told
    return call
  }

  async #setToken(token: string | null): Promise<void> {
    const isNew = token !== this.#token
    this.#token = token
    this.#onToken?.(token)
    if (!token) return
    // the tab that leads may be another one
    if (isNew) this.#channel?.postMessage({ type: 'signedIn' } satisfies BetweenEngines)
    this.#vault?.poke()
    const running = await this.#running
    if (running) await running.sender.signedIn()
  }

  async #start(message: StartMessage): Promise<Running | null> {
    this.#token = message.token
    const { post, idb } = this.#ports
    try {
      const stem = await stemOf(message.origin, message.uid)
      const onUpgraded = () => {
        // closed since all data were deleted: the caller reports that
        if (!this.#vault?.isOver) this.#yieldTo('Another window runs a newer version: reload')
      }
      const databases = await openDatabases(stem, idb, onUpgraded, () => post({ type: 'blocked' }))
      this.#databases = databases
      const ground = await this.#ground(message, stem, databases)
      const ring = await ground.vault.open()
      if (!ring) return null
      return (this.#open = await this.#run(ground, ring))
    } catch (error) {
      const storage = error instanceof NewerSchema ? 'newer' : 'unavailable'
      if (storage === 'unavailable') this.#direct = await this.#withoutStorage(message)
      const words = error instanceof Error ? error.message : String(error)
      this.#closedBy = storage === 'newer' ? words : 'This browser gives no storage'
      post({ type: 'closed', storage, message: words })
      return null
    }
  }

  /** The calls that work without storage: each is done at once or refused, and cannot be undone. */
  async #withoutStorage({ base }: StartMessage): Promise<DirectCalls> {
    // hardly ever wanted, so that no start waits for it
    const { DirectSender } = (await import('#engine/vault/lazy-parts.ts')).lazyParts
    const { clock, fetch, post } = this.#ports
    const device = crypto.randomUUID()
    const direct = new DirectSender({
      transport: new Transport({ fetch, clock, base, token: () => this.#token, device, incarnation: device }),
      clock,
      isOnline: () => this.#isOnline,
      publish: (change) => post({ type: 'change', ...change }),
      onSignedOut: () => post({ type: 'signedOut' }),
    })
    return {
      enqueue: (ops) => direct.send(ops),
      cancel: async () => ({ undone: 0, sent: 1 }),
      sendNow: async () => undefined,
      settle: async () => undefined,
      receipts: async () => [],
      list: async () => [],
    }
  }

  /** Newer code uses the databases: nothing is written any more, and every call is refused. */
  #yieldTo(message: string): void {
    this.#closedBy = message
    // callers that wait for opening are rejected
    this.#vault?.stop()
    void this.#open?.stop()
    this.#open = null
    this.#running = Promise.resolve(null)
    this.#ports.post({ type: 'closed', storage: 'newer', message })
  }

  async #ground(message: StartMessage, stem: string, databases: Databases): Promise<Ground> {
    const { clock, locks, idb, post } = this.#ports
    const channel = this.#ports.channel(`docket-outbox:${stem}`)
    this.#channel = channel
    const { incarnation, lost } = await beginIncarnation(databases.outbox, message.sentinels[stem])
    const token = () => this.#token
    const fetch: EnginePorts['fetch'] = async (url, init) => {
      let response = await this.#ports.fetch(url, init)
      if (isRevocation(response)) vault.wipe().catch(this.#trouble)
      else if (response.status === 401 && (await vault.revive())) response = await this.#ports.fetch(url, init)
      return response
    }
    const knewKeys = () => readMeta(databases.outbox, 'knowsKeys', false)
    const { base } = message
    const transport = new Transport({ fetch, clock, base, token, device: incarnation, incarnation, knewKeys })
    const vault: EngineVault = new EngineVault({
      start: message,
      stem,
      incarnation,
      databases,
      idb,
      clock,
      locks,
      fetch: this.#ports.fetch,
      token,
      isProven: () => this.#proof.isProven,
      onToken: (restored) => {
        this.#token = restored
        post({ type: 'token', token: restored })
        // the window confirms once the token is in the cookie, where other tabs read it
        return new Promise((done) => (this.#onToken = (token) => token === restored && done()))
      },
      holder: this.#ports.holder ?? NO_KEY_HOLDER,
      transport,
      channel: this.#ports.channel,
      say: (said) => channel.postMessage(said),
      post,
      written: () => this.#queue.written(),
      inTurn: (run) => this.#queue.inTurn(run),
      settle: async () => {
        const open = this.#open
        // decisions are written before the keys are released
        if (open) await this.#queue.written()
        this.#open = null
        this.#running = Promise.resolve(null)
        // a lock does not wait for what was being read: it ends unheard
        void open?.stop()
      },
      onTrouble: this.#trouble,
    })
    this.#vault = vault
    channel.onmessage = ({ data }: MessageEvent<BetweenEngines>) => {
      // also for one that waits for a session
      if (data.type === 'signedIn') post({ type: 'askToken' })
      else if (!vault.heard(data)) this.#hear?.(data)
    }
    return { message, stem, databases, channel, incarnation, lost, transport, vault, fetch }
  }

  #replicaOf(
    { message, stem, databases, channel, incarnation, transport, vault, fetch }: Ground,
    ring: VaultRing,
    { isOnline, poke }: { isOnline: () => boolean; poke: () => void },
  ): CurrentReplica {
    const { clock, locks, post } = this.#ports
    return new CurrentReplica({
      store: new ReplicaStore(databases.cache, ring),
      clock,
      locks,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        if (response.status === 401 && !isRevocation(response)) post({ type: 'sessionOver' })
        return response
      },
      base: message.base,
      token: () => this.#token,
      device: incarnation,
      stem,
      isOnline,
      hasFeed: async () => (await transport.capabilities())?.feed ?? false,
      onState: (state, changed) => post({ type: 'replica', state, changed }),
      onReset: () => {
        noteRestored(databases.outbox).then(() => {
          channel.postMessage({ type: 'restored' } satisfies BetweenEngines)
          poke()
        }, this.#trouble)
      },
      onLost: () => vault.check(),
      onStored: (platform, all) => channel.postMessage({ type: 'replica', platform, all } satisfies BetweenEngines),
      onTrouble: this.#trouble,
    })
  }

  async #run(ground: Ground, ring: VaultRing): Promise<Running> {
    const { message, stem, databases, channel, incarnation, lost, transport, vault } = ground
    const { clock, locks, random, post } = this.#ports
    const { outbox: db } = databases
    const sentinel = message.sentinels[stem]
    const cache = new SnapshotCache(databases.cache, ring, clock)
    const audit = new AuditLog(databases, ring, message.appV)
    const documents = new UserDocuments(databases, ring)
    const readAndTell = async () => {
      const { message, skewMs } = await readHealth(db, stem, incarnation)
      outbox.skewMs = skewMs
      post(message)
    }
    const tell = oneAtATime(db, readAndTell, this.#trouble)
    vault.onHeard = tell
    const tellEverybody = (message: BetweenEngines & FromEngine) => {
      post(message)
      channel.postMessage(message)
    }
    const publish = (change: Change) => {
      tellEverybody({ type: 'change', ...change })
      replica.changed(change)
      tell()
    }
    const makeRoom = () => cache.shed()
    const outbox = new Outbox({ db, ring, clock, uid: message.uid, appV: message.appV, publish, makeRoom })
    vault.onShredded = (moved) => outbox.tell(moved)
    const sender = new Sender({
      db,
      outbox,
      transport,
      clock,
      locks,
      stem,
      random,
      isSignedIn: () => this.#token !== null,
      platforms: ring.platforms,
      makeRoom,
      lastSeq: sentinel && isWhole(sentinel) && sentinel.incarnation === incarnation ? sentinel.lastSeq : 0,
      onLost: (numbers) => post({ type: 'lost', numbers }),
      onMissing: (count) => tellEverybody({ type: 'missing', count }),
      onSignedOut: () => {
        this.#token = null
        tellEverybody({ type: 'signedOut' })
      },
      onError: this.#trouble,
    })
    let isOnline = true
    const replica = this.#replicaOf(ground, ring, { isOnline: () => isOnline, poke: () => sender.poke() })
    vault.onCacheGone = () => replica.anew()
    const setOnline = (online: boolean) => {
      isOnline = online
      replica.poke()
      // sent: the next batch first checks for users, so that undo stays possible
      if (!online) transport.forget()
      sender.poke(online)
    }
    this.#hear = (data) => {
      if (data.type === 'change') {
        post(data)
        replica.changed(data)
        tell()
      }
      if (data.type === 'documents' || data.type === 'missing') post(data)
      if (data.type === 'aside' && (data.isForAll || !this.#isVisible)) sender.stepAside(ASIDE_MS)
      if (data.type === 'replica') replica.stored(data.platform, data.all).catch(this.#trouble)
      if (data.type === 'signedOut') {
        this.#token = null
        post(data)
      }
      if (data.type === 'online') setOnline(data.online)
      // another tab may have left something to send
      else sender.due(data.type === 'change' ? untilDue(data, clock.now()) : 0)
    }
    const opened = { type: 'opened', storage: lost > 0 ? 'reset' : 'ok', lost } as const
    const enqueue = enqueueWithOverflow({
      outbox,
      sender,
      isOnline: () => isOnline,
      withoutStorage: () => this.#withoutStorage(message),
      post,
      opened,
    })
    // the first rows on the screen do not wait for a long outbox
    const told = sendInitialState({ outbox, documents, readAndTell, post, opened })
    told.catch((error: unknown) => post({ type: 'closed', storage: 'unavailable', message: String(error) }))
    const expired = cache.expire().catch(() => cache.clear())
    expired.catch(this.#trouble)
    const stopper = new AbortController()
    void told.then(() => vault.retire(ring, stopper.signal)).catch(this.#trouble)
    const ran = told.then(() => sender.run(stopper.signal))
    ran.catch((error: unknown) => {
      if (!stopper.signal.aborted) this.#trouble(error)
    })
    return {
      told,
      calls: this.#callsOf(ground, ring, { enqueue, outbox, cache, sender, audit, documents, replica }),
      sender,
      setOnline,
      async stop() {
        stopper.abort()
        await replica.stop()
      },
    }
  }

  #callsOf(
    { channel, vault }: Ground,
    ring: VaultRing,
    { enqueue, outbox, cache, sender, audit, documents, replica }: Parts,
  ): Running['calls'] {
    const poking =
      (isFresh: boolean) =>
      <T>(result: T): T => {
        sender.poke(isFresh)
        return result
      }
    return {
      enqueue,
      cancel: (group) => outbox.cancel(group),
      sendNow: (group) => outbox.sendNow(group).then(poking(true)),
      resend: (opId, how) => outbox.resend(opId, how).then(poking(true)),
      discard: (opId, reason) => outbox.discard(opId, reason).then(poking(false)),
      restore: (opId) => outbox.restore(opId),
      receipts: () => outbox.receipts(),
      list: () => outbox.entries(),
      snapshotGet: (key) => cache.get(key),
      snapshotPut: (key, platform, value, at) => cache.put(key, platform, value, at),
      snapshotDrop: (key) => cache.drop(key),
      snapshotAges: (keys) => cache.ages(keys),
      settle: () => {
        channel.postMessage({ type: 'aside', isForAll: true } satisfies BetweenEngines)
        return sender.settle(ASIDE_MS)
      },
      ...vault.callsOf(ring),
      reference: () => readReference(this.#ports.idb),
      auditAppend: (act) => audit.append(act),
      auditRead: () => audit.read(),
      ...replica.calls,
      // reading all open work is expensive: visible rows come first
      replicaFollow: async (platform) => {
        await this.#queue.looked()
        await replica.calls.replicaFollow(platform)
      },
      async documents(change) {
        await documents.change(change)
        channel.postMessage({ type: 'documents', ...change } satisfies BetweenEngines)
      },
    }
  }
}

/** The delay before looking for operations of another tab, ms. */
function untilDue({ put, gone }: Change, now: number): number {
  const isHeldAlone = gone.length === 0 && put.every(({ state }) => state === 'held')
  return isHeldAlone ? Math.min(...put.map(({ holdUntil }) => holdUntil)) - now : 0
}
