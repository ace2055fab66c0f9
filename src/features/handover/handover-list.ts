/** The cursor over the handovers, which outlives the screen. */
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

export const handoverList: ListState = createListState()
