/** Folding a queue: whether it is folded, the reviewed rows on this device, and why a stack cannot be decided yet. */
import {
  DEFAULT_SAMPLING,
  NO_REPORT,
  samplesNeeded,
  STACK_MAX,
  type StackDecision,
  type StackSampling,
} from '#contract/model/cases/stacks.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { isFolded, type FoldedSource } from '#src/data/lists/folded-source.ts'
import type { ListView } from '#src/features/lists/public.ts'
import type { ListPress } from '#src/ui/list/list.tsx'
import type { Reviewed } from './reviewed.ts'

/** The part of a filter that folds. */
export interface Folds {
  /** `1`: similar rows are folded. */
  fold: '' | '1'
}

interface StackPorts<Row> {
  view: Pick<ListView<Row, Folds>, 'store' | 'list'>
  /** "alerts". */
  many: string
  rulesOf: (row: Row) => readonly string[]
  /** The policy of the platform, as far as it is known here. */
  sampling: () => StackSampling | undefined
  reviewed: Reviewed
  /** How long a row is in front before it counts as looked at, ms. */
  dwellMs: () => number
}

export interface Stacks<Row> {
  /** The rows, where they are folded. */
  source: () => FoldedSource<Row> | null
  /** Ids, with a stack's members in place of its row. */
  expand: (ids: readonly string[]) => readonly string[]
  /** The row of an id was shown, with its facts, as long as `dwellMs`. */
  look: (id: string) => void
  dwellMs: () => number
  /** The number of reviewed rows of a stack, and the required one. */
  progress: (stackId: string) => { looked: number; needed: number }
  /** The reason why the stacks among these rows cannot be decided yet; null if they can, or there are none. `isReport`: an STR or a SAR. */
  whyNot: (ids: readonly string[], isReport?: boolean) => string | null
  /** The record for a decision on each row of these stacks. */
  decisionsOn: (ids: readonly string[]) => (id: string) => StackDecision | undefined
  /** Marks rows as reviewed. */
  subscribe: (listener: () => void) => () => void
  looked: () => ReadonlySet<string>
}

export function createStacks<Row>(ports: StackPorts<Row>): Stacks<Row> {
  const { view, many, rulesOf, sampling, reviewed, dwellMs } = ports
  const source = () => {
    const rows = view.store.getState().source
    return isFolded(rows) ? rows : null
  }
  const stackOf = (id: string) => source()?.stackOf(id)
  const lookedOf = (ids: readonly string[]) => ids.filter((id) => reviewed.ids().has(id))
  const neededOf = (ids: readonly string[]) => {
    const row = source()?.rowOf(ids[0] ?? '')
    return samplesNeeded(ids.length, row ? rulesOf(row) : [], sampling() ?? DEFAULT_SAMPLING)
  }
  const whyNotOne = (id: string, isReport: boolean): string | null => {
    const ids = stackOf(id)?.ids
    if (!ids) return null
    if (isReport) return NO_REPORT
    if (ids.length > STACK_MAX) return `More than ${STACK_MAX} similar: narrow the list first`
    const isRead = source()?.isRead(id)
    const missing = neededOf(ids) - lookedOf(ids).length
    if (missing > 0) return `Review ${missing} more of ${ids.length} first`
    return isRead ? null : `The ${many} of the stack are being read`
  }
  return {
    source,
    expand: (ids) => (source() ? [...new Set(ids.flatMap((id) => stackOf(id)?.ids ?? [id]))] : ids),
    look: (id) => reviewed.add(id),
    dwellMs,
    progress(stackId) {
      const ids = stackOf(stackId)?.ids ?? []
      return { looked: lookedOf(ids).length, needed: neededOf(ids) }
    },
    whyNot(ids, isReport = false) {
      for (const id of ids) {
        const why = whyNotOne(id, isReport)
        if (why !== null) return why
      }
      return null
    },
    decisionsOn(ids) {
      const decisions = new Map<string, StackDecision>()
      for (const id of ids) {
        const stack = stackOf(id)
        if (!stack) continue
        const { ids: inside, by } = stack
        const looked = lookedOf(inside)
        const decision = { id: crypto.randomUUID(), size: inside.length, looked, by: by ?? 'facts' }
        for (const one of inside) decisions.set(one, decision)
      }
      return (id) => decisions.get(id)
    },
    subscribe: reviewed.subscribe,
    looked: reviewed.ids,
  }
}

/** A folded list as the grid draws it: a press on a stack opens it, or closes it. */
export const treeOf = <Row>({ stacks, list }: { stacks: Pick<Stacks<Row>, 'source'>; list: ListState }) => ({
  levelOf(id: string) {
    const source = stacks.source()
    const head = source?.headOf(id)
    return { isOpen: source?.stackOf(id)?.isOpen, level: head === undefined || head === id ? 1 : 2 }
  },
  onPointerCursor(index: number, { extend, toggle }: ListPress) {
    list.moveTo(index)
    const { id } = list.cursor.getState()
    if (extend) list.selectToCursor()
    else if (toggle) list.toggle()
    else if (id !== null && stacks.source()?.stackOf(id)) stacks.source()?.toggle(id)
  },
})
