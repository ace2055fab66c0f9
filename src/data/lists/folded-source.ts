/**
 * A list with similar rows folded into stacks, which open in place. The order is a snapshot of ids; rows are read by id
 * when they come into view, those of a stack before it is decided.
 */
import type { Folded, Outlier } from '#contract/model/cases/fold.ts'
import type { Clock } from '#engine/base/clock.ts'
import type { ReplicaPage } from '#engine/replica/replica.ts'
import type { FoldedList } from '#engine/replica/stacks.ts'
import type { ApiError } from '#src/data/net/errors.ts'
import { OwnChanges, type PendingRows } from './own-changes.ts'
import type { RowSource } from './row-source.ts'

/** A stack in the list. */
export interface StackRow {
  by: Folded['by']
  /** Its current rows, in list order. */
  ids: readonly string[]
  isOpen: boolean
}

export interface FoldedSource<Row> extends RowSource<Row> {
  /** The stack of a representative row; undefined for others. */
  stackOf: (id: string) => StackRow | undefined
  /** The representative row of a row's stack. */
  headOf: (id: string) => string | undefined
  /** The reason why a row is an outlier. */
  outlierOf: (id: string) => Outlier | undefined
  /** Shows what is in a stack below it, or no longer. */
  toggle: (id: string, isOpen?: boolean) => void
  /** True if all of a stack is read; reads it where it is not. */
  isRead: (id: string) => boolean
}

type Answer<Row> = Pick<ReplicaPage, 'capped' | 'at' | 'fold'> & { items: readonly Row[] }

export interface FoldedPorts<Row> {
  /** Asks the replica for these rows, or for the list folded; null where it cannot be answered without the server. */
  ask: (ids?: readonly string[]) => Promise<Answer<Row> | null>
  /** True if what is asked is on this device by now. */
  isReady: () => boolean
  changed: (listener: () => void) => () => void
  freshen: () => Promise<void>
  keyOf: (row: Row) => string
  /** The representative row of a stack, made from its first row. */
  headFrom: (row: Row, id: string) => Row
  belongs: (row: Row) => boolean
  pending: PendingRows<Row>
  clock: Clock
}

/** The delay after a change, ms. */
const SOON_MS = 300
/** The number of rows per request. */
const BLOCK = 200

interface Entry {
  ids: readonly string[]
  /** For a stack: the id of its representative row. */
  head: string | null
  by: Folded['by']
}

/** True if rows of a list are folded. */
export const isFolded = <Row>(source: RowSource<Row> | null): source is FoldedSource<Row> => source instanceof Folding

export const createFoldedSource = <Row extends object>(ports: FoldedPorts<Row>): FoldedSource<Row> => new Folding(ports)

class Folding<Row extends object> implements FoldedSource<Row> {
  readonly #ports: FoldedPorts<Row>
  readonly #listeners = new Set<() => void>()
  readonly #stops: (() => void)[]
  readonly #rows = new Map<string, Row>()
  readonly #asked = new Set<string>()
  readonly #open = new Set<string>()
  readonly #heads = new Map<string, { of: Row; count: number; row: Row }>()
  #entries: readonly Entry[] = []
  /** The stack of each id that is in one. */
  #stacks = new Map<string, Entry>()
  #outliers = new Map<string, Outlier>()
  readonly #own: OwnChanges<Row>
  /** The rows that this device's own operations removed. */
  #out = new Set<string>()
  #gone = new Set<string>()
  #fresh: string[] = []
  /** The visible rows, computed on demand. */
  #seen: { ids: string[]; places: Map<string, number>; count: number } | null = null
  #window: [from: number, to: number] = [0, 0]
  #isDisposed = false
  #isDue = false
  state: RowSource<Row>['state'] = 'empty'
  busy = false
  readonly error: ApiError | null = null
  asOf: number | null = null
  capped = false
  version = 0

  constructor(ports: FoldedPorts<Row>) {
    this.#ports = ports
    this.#own = new OwnChanges({ ...ports, rowOf: (id) => this.#rows.get(id) })
    this.#stops = [ports.pending.subscribe(() => this.#takePending()), ports.changed(() => this.#refreshSoon())]
    void this.#make()
  }

  get total(): number {
    return this.#view.ids.length
  }
  get count(): number {
    return this.#view.count
  }
  get fresh(): number {
    return this.#fresh.length
  }
  arrivals = (): readonly string[] => this.#fresh
  idAt = (index: number): string | undefined => this.#view.ids[index]
  indexOf = (id: string): number => this.#view.places.get(id) ?? -1
  isGone = (id: string): boolean => this.#gone.has(id)
  between = (a: number, b: number): string[] => this.#view.ids.slice(Math.max(0, Math.min(a, b)), Math.max(a, b) + 1)
  outlierOf = (id: string): Outlier | undefined => this.#outliers.get(id)

  rowAt(index: number): Row | undefined {
    const id = this.idAt(index)
    if (id === undefined) return undefined
    const stack = this.stackOf(id)
    const first = this.rowOf(stack?.ids[0] ?? id)
    if (!stack || !first) return first
    // the same object as long as it shows the same
    const known = this.#heads.get(id)
    if (known?.of === first && known.count === stack.ids.length) return known.row
    const row = this.#ports.headFrom(first, id)
    this.#heads.set(id, { of: first, count: stack.ids.length, row })
    return row
  }

  rowOf(id: string): Row | undefined {
    const row = this.#rows.get(id)
    return row && this.#ports.pending.fold(row)
  }

  headOf(id: string): string | undefined {
    const entry = this.#stacks.get(id)
    // the last row of a stack is an ordinary row
    return entry?.head && this.#inside(entry).length > 1 ? entry.head : undefined
  }

  stackOf(id: string): StackRow | undefined {
    const entry = this.#stacks.get(id)
    if (entry?.head !== id || this.headOf(id) === undefined) return undefined
    return { by: entry.by, ids: this.#inside(entry), isOpen: this.#open.has(id) }
  }

  toggle(id: string, isOpen = !this.#open.has(id)): void {
    if (isOpen) this.#open.add(id)
    else this.#open.delete(id)
    this.#heads.delete(id)
    this.#seen = null
    this.#changed()
  }

  isRead(id: string): boolean {
    const { ids = [] } = this.stackOf(id) ?? {}
    void this.#read(ids)
    return ids.every((one) => this.#rows.has(one))
  }

  read(ids: readonly string[]): void {
    void this.#read(ids)
  }

  ensure(from: number, to: number): void {
    this.#window = [from, to]
    void this.#read(this.between(from, to - 1).map((id) => this.stackOf(id)?.ids[0] ?? id))
  }

  async readAll(limit: number, onProgress: (read: number) => void): Promise<{ ids: readonly string[]; total: number }> {
    const all = this.#entries.flatMap((entry) => this.#inside(entry))
    const ids = all.slice(0, limit)
    for (let from = 0; from < ids.length; from += BLOCK) {
      await this.#read(ids.slice(from, from + BLOCK))
      onProgress(from)
    }
    return { ids: ids.filter((id) => this.#rows.has(id)), total: all.length }
  }

  remake(): void {
    void this.#ports.freshen().then(() => this.#make())
  }

  refresh(): void {
    void this.#compare()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    this.#isDisposed = true
    for (const stop of this.#stops) stop()
    this.#listeners.clear()
  }

  async #make(): Promise<void> {
    this.busy = true
    const found = await this.#ports.ask()
    this.busy = false
    if (this.#isDisposed) return
    if (found?.fold) this.#take(found.fold, found)
    else if (this.state === 'empty' && this.#ports.isReady()) this.state = 'failed'
    this.#takePending()
    this.ensure(...this.#window)
  }

  #take({ ids, sizes, stacks, outliers }: FoldedList, { capped, at }: Answer<Row>): void {
    const entries: Entry[] = []
    this.#stacks = new Map()
    this.#outliers = new Map()
    let from = 0
    sizes.forEach((size, i) => {
      const inside = ids.slice(from, (from += size))
      const stack = stacks.get(i)
      const entry: Entry = { ids: inside, head: stack ? `stack ${stack.key}` : null, by: stack?.by ?? null }
      entries.push(entry)
      const outlier = outliers.get(i)
      if (outlier) this.#outliers.set(inside[0]!, outlier)
      if (entry.head === null) return
      for (const id of [entry.head, ...inside]) this.#stacks.set(id, entry)
    })
    this.#entries = entries
    this.#gone.clear()
    this.#own.forget()
    this.#out.clear()
    this.#fresh = []
    this.#seen = null
    this.state = 'ready'
    this.capped = capped
    this.asOf = at
  }

  /** New rows are counted, and removed ones greyed: the order stays until it is rebuilt. */
  async #compare(): Promise<void> {
    if (this.state !== 'ready') return this.#make()
    const found = await this.#ports.ask()
    if (!found?.fold || this.#isDisposed) return
    const now = new Set(found.fold.ids)
    const before = new Set(this.#entries.flatMap(({ ids }) => ids))
    this.#fresh = found.fold.ids.filter((id) => !before.has(id))
    this.#gone = new Set([...before].filter((id) => !now.has(id)))
    this.asOf = found.at
    const known = [...this.#rows.keys()]
    this.#asked.clear()
    for (let from = 0; from < known.length; from += BLOCK) await this.#read(known.slice(from, from + BLOCK), true)
    this.#takePending()
    this.ensure(...this.#window)
  }

  get #view() {
    this.#seen ??= this.#look()
    return this.#seen
  }

  #look() {
    const ids: string[] = []
    let count = 0
    for (const entry of this.#entries) {
      const inside = this.#inside(entry)
      count += inside.length
      if (entry.head === null || inside.length < 2) {
        ids.push(...inside)
        continue
      }
      ids.push(entry.head)
      if (this.#open.has(entry.head)) ids.push(...inside)
    }
    return { ids, places: new Map(ids.map((id, place) => [id, place])), count }
  }

  #inside({ ids }: Entry): readonly string[] {
    return this.#out.size === 0 ? ids : ids.filter((id) => !this.#out.has(id))
  }

  async #read(ids: readonly string[], again = false): Promise<void> {
    const wanted = ids.filter((id) => again || !(this.#rows.has(id) || this.#asked.has(id)))
    if (wanted.length === 0) return
    for (const id of wanted) this.#asked.add(id)
    const found = await this.#ports.ask(wanted)
    if (this.#isDisposed) return
    for (const row of found?.items ?? []) this.#rows.set(this.#ports.keyOf(row), row)
    this.#takePending()
  }

  #takePending(): void {
    this.#own.take((id, isOut) => {
      if (isOut) this.#out.add(id)
      else this.#out.delete(id)
      this.#seen = null
    })
    this.#changed()
  }

  #changed(): void {
    this.version += 1
    for (const listener of this.#listeners) listener()
  }

  /** Debounces changes. */
  #refreshSoon(): void {
    if (this.#isDue) return
    this.#isDue = true
    this.#ports.clock.after(SOON_MS, () => {
      this.#isDue = false
      if (!this.#isDisposed) this.refresh()
    })
  }
}
