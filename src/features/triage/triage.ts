/** The state of triage: a run over a snapshot of the queue, the current step, and the results so far. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Effect } from '#src/commands/command.ts'
import type { Pins } from './pins.ts'
import { keyOf, nextStep, remaining, type Run, type Step, type TriageSteps } from './steps.ts'

export interface TriageState {
  isOn: boolean
  ids: readonly string[]
  /** The run is over the whole queue: what is loaded or arrives later joins it at its end. */
  isOpen: boolean
  /** Null at the end of the run, and where it was left. */
  step: Step | null
  /** The step it was left at, with something written: its summary is shown, and the way back leads here. */
  left: Step | null
  /** Steps marked "look again". */
  later: ReadonlySet<string>
  /** When the current step was first shown, ms: earlier keys are refused. */
  shownAt: number
  startedAt: number
  /** The decisions of this run, in order, without undone ones. */
  decided: readonly Step[]
  /** The number of steps at the start. */
  total: number
  /** The kinds of operations written in this run, by what one undo takes back. */
  written: ReadonlyMap<string, readonly string[]>
  /** The number of rows marked "revisit later". */
  asides: number
}

export interface Triage<Row> {
  readonly store: StoreApi<TriageState>
  /** The steps of its rows. */
  readonly way: TriageSteps<Row>
  /** The pins on the rows. */
  readonly pins: Pins
  /** The usage weight of a key of `frecency`, fixed for the run, so that no digit changes. */
  weightOf(key: string): number
  /** Takes the ids as the run's order. Later ones join it at its end where it is open: over the queue, not a selection. */
  start(ids: readonly string[], isOpen?: boolean): void
  /** Resumes a run from before a reload; the current row is read again before any decision. */
  resume(run: TriageState): void
  /** Appends those that the run does not have. */
  join(ids: readonly string[]): void
  stop(): void
  /** To the summary where something was written, and out of triage from there. */
  leave(): void
  /** Moves without deciding, by `j` and `k`; back to where the run was left. */
  move(direction: 1 | -1): void
  /** "Revisit later": moves the row to the end. */
  putAside(): void
  /**
   * After a decision: forward, whatever the last move was, and to another row where the whole was decided. Returns the
   * way back to it for undo, and on again.
   */
  advance(isWholeRow: boolean): Effect
  /** Something was written; counted while the run is on. */
  wrote(group: string, kinds: readonly string[]): void
  /** It was taken back whole. */
  withdrew(group: string): void
  /** The current row. */
  row(): Row | undefined
  /** True if the current step was shown long enough. */
  isReadable(): boolean
}

interface TriagePorts<Row> {
  way: TriageSteps<Row>
  pins: Pins
  rowOf(id: string): Row | undefined
  now(): number
  /** The cursor of the queue follows, so that row commands act on the current one. */
  onStep(step: Step | null): void
  /** The usage weight of a key of `frecency`. */
  weightOf(key: string): number
  /** The minimum time on screen before a decision, ms: the server's policy. */
  dwellMs(): number
}

const idle: TriageState = {
  isOn: false,
  ids: [],
  isOpen: false,
  step: null,
  left: null,
  later: new Set(),
  shownAt: 0,
  startedAt: 0,
  decided: [],
  written: new Map(),
  asides: 0,
  total: 0,
}

/** Triage over the rows of one queue of this window. */
export function createTriage<Row>(ports: TriagePorts<Row>): Triage<Row> {
  const { way, rowOf } = ports
  const store = createStore<TriageState>(() => idle)
  const weights = new Map<string, number>()
  const run = (): Run<Row> => ({ way, ids: store.getState().ids, rowOf })

  const show = (step: Step | null, change: Partial<TriageState> = {}) => {
    store.setState({ left: null, ...change, step, shownAt: ports.now() })
    ports.onStep(step)
  }

  /** The next step; at the end, what was put aside comes back again. */
  const find = (from: Step | null, direction: 1 | -1): { step: Step | null; later: ReadonlySet<string> } => {
    const { later } = store.getState()
    const step = nextStep(run(), from, direction, later)
    if (step || later.size === 0 || direction === -1) return { step, later }
    return { step: nextStep(run(), null, 1), later: new Set() }
  }

  /** The target after a decision: steps skipped by moving back wait for another move back. */
  const findAfter = (step: Step, isWholeRow: boolean): ReturnType<typeof find> => {
    const row = rowOf(step.rowId)
    return find((row && isWholeRow ? way.stationsOf(row).at(-1) : null) ?? step, 1)
  }

  const stop = () => {
    store.setState({ isOn: false })
    ports.onStep(null)
  }

  const goOn = (isWholeRow: boolean) => {
    const { step, decided } = store.getState()
    const found = step ? findAfter(step, isWholeRow) : find(step, 1)
    show(found.step, { later: found.later, decided: step ? [...decided, step] : decided })
    return step
  }

  return {
    store,
    way,
    pins: ports.pins,
    weightOf(key) {
      const weight = weights.get(key) ?? ports.weightOf(key)
      weights.set(key, weight)
      return weight
    },
    start(ids, isOpen = false) {
      weights.clear()
      const now = ports.now()
      const { steps, unloaded } = remaining({ way, ids, rowOf })
      store.setState({ ...idle, isOn: true, ids, isOpen, startedAt: now, total: steps + unloaded })
      show(nextStep(run(), null, 1))
    },
    resume(was) {
      weights.clear()
      const now = ports.now()
      store.setState({ ...was, startedAt: now - (was.shownAt - was.startedAt), shownAt: now })
      ports.onStep(was.step)
      const row = was.step && rowOf(was.step.rowId)
      const isDone = row && !way.stepsOf(row).some((step) => was.step && keyOf(step) === keyOf(was.step))
      // somebody else decided it meanwhile
      if (isDone) this.move(1)
    },
    join(later) {
      const { ids, total, isOpen } = store.getState()
      const there = new Set(ids)
      const fresh = isOpen ? later.filter((id) => !there.has(id)) : []
      if (fresh.length === 0) return
      const { steps, unloaded } = remaining({ way, ids: fresh, rowOf })
      store.setState({ ids: [...ids, ...fresh], total: total + steps + unloaded })
    },
    stop,
    leave() {
      const { step, written } = store.getState()
      if (step && written.size > 0) show(null, { left: step })
      else stop()
    },
    move(direction) {
      const { step, left } = store.getState()
      if (left) return show(left)
      const found = find(step, direction)
      if (found.step || direction === 1) show(found.step, { later: found.later })
    },
    putAside() {
      const { step, later, asides } = store.getState()
      if (!step) return
      store.setState({ later: new Set([...later, keyOf(step)]), asides: asides + 1 })
      const found = find(step, 1)
      show(found.step, { later: found.later })
    },
    advance(isWholeRow) {
      const left = goOn(isWholeRow)
      if (!left) return {}
      return {
        undo: () => show(left, { decided: store.getState().decided.filter((one) => one !== left) }),
        redo() {
          const { isOn, step, decided } = store.getState()
          if (!isOn) return
          // somewhere else by now: it counts, and nothing moves
          if (step && keyOf(step) === keyOf(left)) goOn(isWholeRow)
          else store.setState({ decided: [...decided, left] })
        },
      }
    },
    wrote(group, kinds) {
      const { isOn, written } = store.getState()
      if (isOn) store.setState({ written: new Map([...written, [group, kinds]]) })
    },
    withdrew(group) {
      const { written } = store.getState()
      if (written.has(group)) store.setState({ written: new Map([...written].filter(([id]) => id !== group)) })
    },
    row() {
      const { step } = store.getState()
      return step ? rowOf(step.rowId) : undefined
    },
    isReadable: () => ports.now() - store.getState().shownAt >= ports.dwellMs(),
  }
}
