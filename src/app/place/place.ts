// A place: the list with its cursor, the triage run, and the open drawer.
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { ListView } from '#src/features/lists/public.ts'
import type { Triage, TriageState } from '#src/features/triage/public.ts'

/** The read part of a list's store, whatever its rows and filter are. */
interface Readable {
  getState(): { platform: string; filter: unknown; source: RowSource<unknown> | null }
  subscribe(listener: () => void): () => void
}

/** A list with a stored place. */
export interface PlaceList {
  /** The path of its screen, below a platform. */
  path: string
  /** Null before it was first drawn. */
  held(): PlacedList | null
  /** Makes it where it is not there yet. */
  open(): Promise<PlacedList>
}

/** An open list, with its triage. */
export interface PlacedList {
  view: Pick<ListView<never, never>, 'list'> & { store: Readable }
  triage: Pick<Triage<unknown>, 'store' | 'resume'> | null
}

/** A stored triage run. */
export type KeptRun = Omit<TriageState, 'later' | 'written'> & {
  later: readonly string[]
  written: readonly (readonly [string, readonly string[]])[]
}

/** The place in a list. */
export interface KeptList {
  filter: unknown
  id: string | null
  index: number
  direction: 1 | -1
  selected: readonly string[]
  /** The scroll position, in pixels. */
  scroll: number
  run: KeptRun | null
}

/** A tab's place on a platform. */
export interface Place {
  at: number
  href: string
  lists: Readonly<Record<string, KeptList>>
  drawer: { name: string; value: unknown; size: string } | null
}

export const packRun = (run: TriageState): KeptRun => ({ ...run, later: [...run.later], written: [...run.written] })
export const unpackRun = (kept: KeptRun): TriageState => ({
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
    // a selection by query is rebuilt: it may match other rows by now
    selected: mode === 'ids' ? [...ids] : [],
    scroll,
    run: run?.isOn ? packRun(run) : null,
  }
}
