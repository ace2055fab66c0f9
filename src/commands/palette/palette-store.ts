/** The state of the palette, separate from the palette itself, which is a lazy chunk. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CommandId } from '#src/commands/command.ts'
import type { Atoms } from '#src/commands/dispatcher/when.ts'
import type { Invocation } from '#src/commands/invocation.ts'

export interface PaletteState {
  isOpen: boolean
  /** Grows with each opening: the palette starts afresh. */
  opening: number
  /** The atoms where it was opened: commands are offered for that place. */
  atoms: Atoms | null
  /** The command whose arguments are requested; null for the main list. */
  asking: { id: CommandId; how: Invocation } | null
  query: string
  /**
   * Keys pressed between the one that opened it and its first focus, or after an Enter that waits for rows; they do what
   * they would have done there.
   */
  typedAhead: readonly string[]
}

export interface PaletteControl {
  readonly store: StoreApi<PaletteState>
  open(atoms: Atoms, prefix?: string): void
  ask(atoms: Atoms, id: CommandId, how: Invocation): void
  /** A key that is for the field. */
  typeAhead(key: string): void
  /** Takes the first of them out. */
  dropTypedAhead(): void
  forgetTypedAhead(): void
  close(): void
}

const edits: readonly string[] = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp']
/** True if an unmodified key is kept for the field of the palette: it writes, corrects, moves or chooses. */
export const isForField = (key: string): boolean => key.length === 1 || edits.includes(key)

export function createPaletteControl(): PaletteControl {
  const closed: PaletteState = { isOpen: false, opening: 0, atoms: null, asking: null, query: '', typedAhead: [] }
  const store = createStore<PaletteState>(() => closed)
  const open = (part: Partial<PaletteState>) =>
    store.setState((was) => ({ ...closed, isOpen: true, opening: was.opening + 1, ...part }))
  return {
    store,
    open: (atoms, prefix = '') => open({ atoms, query: prefix }),
    ask: (atoms, id, how) => open({ atoms, asking: { id, how } }),
    typeAhead: (key) => store.setState((was) => ({ typedAhead: [...was.typedAhead, key] })),
    dropTypedAhead: () => store.setState((was) => ({ typedAhead: was.typedAhead.slice(1) })),
    forgetTypedAhead: () => store.setState({ typedAhead: [] }),
    close: () => store.setState((was) => ({ ...closed, opening: was.opening })),
  }
}
