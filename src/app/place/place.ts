// What a place is: the list with its cursor, the run of triage, and the drawer that is open.
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { ListView } from '#src/features/lists/public.ts'
import type { Triage, TriageView } from '#src/features/triage/public.ts'

/** What is read of a list's store, whatever its rows and filter are. */
interface Readable {
  getState(): { platform: string; filter: unknown; source: RowSource<unknown> | null }
  subscribe(listener: () => void): () => void
}

/** A list that somebody can have a place in. */
export interface PlaceList {
  /** Where its screen is, below a platform. */
  path: string
  /** Null before it was first drawn. */
  held(): PlacedList | null
  /** Makes it where it is not there yet. */
  open(): Promise<PlacedList>
}

/** A list as it is held, with the triage over it. */
export interface PlacedList {
  view: Pick<ListView<never, never>, 'list'> & { store: Readable }
  triage: Pick<Triage<unknown>, 'store' | 'resume'> | null
}

/** A run of triage as it lies on the device. */
export type KeptRun = Omit<TriageView, 'later' | 'written'> & {
  later: readonly string[]
  written: readonly (readonly [string, readonly string[]])[]
}

/** Where a list was. */
export interface KeptList {
  filter: unknown
  id: string | null
  index: number
  direction: 1 | -1
  selected: readonly string[]
  /** How far the view was scrolled, in pixels. */
  scroll: number
  run: KeptRun | null
}

/** Where a tab was on a platform. */
export interface Place {
  at: number
  href: string
  lists: Readonly<Record<string, KeptList>>
  drawer: { name: string; value: unknown; size: string } | null
}

export const packRun = (run: TriageView): KeptRun => ({ ...run, later: [...run.later], written: [...run.written] })
export const unpackRun = (kept: KeptRun): TriageView => ({
  ...kept,
  later: new Set(kept.later),
  written: new Map(kept.written),
})

/** The list's place as it is now; undefined before it has rows. */
export function placeIn({ view, triage }: PlacedList, scroll: number): KeptList | undefined {
  const { filter, source } = view.store.getState()
  if (source?.state !== 'ready') return undefined
  const { id, index, direction } = view.list.cursor.getState()
  const { mode, ids } = view.list.selection.getState()
  const run = triage?.store.getState()
  return {
    filter,
    id,
    index,
    direction,
    // a selection by query is made anew: what it fits may be other rows by now
    selected: mode === 'ids' ? [...ids] : [],
    scroll,
    run: run?.isOn ? packRun(run) : null,
  }
}
