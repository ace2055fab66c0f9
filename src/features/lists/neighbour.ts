import type { Ctx, Effect } from '#src/commands/command.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { idAtRead } from './list-view.ts'

interface Neighbour {
  list: ListState
  source: RowSource<unknown> | null
  /** Its place in the list. */
  at: number
  open: (id: string) => void
  /** Whether the drawer is still open on the same object: a user who has left it is not taken back. */
  isStillOpen: () => boolean
  /** The messages at the end of the list, and for an unreadable row. */
  words: { none: string; unread: string }
}

/** Opens the row at a place of a list, after reading it if needed; the list's cursor follows. */
export function openNeighbour(c: Ctx, { list, source, at, open, isStillOpen, words }: Neighbour): Effect | undefined {
  const { order } = list.order.getState()
  const goTo = (id: string) => {
    list.moveToId(id)
    open(id)
  }
  const id = order.idAt(at)
  if (id !== undefined) {
    goTo(id)
    return undefined
  }
  if (!source || at < 0 || at >= order.total) return { announce: words.none }
  void idAtRead(source, at).then((read) => {
    if (read === undefined) return c.actions.say(words.unread)
    return isStillOpen() ? goTo(read) : undefined
  })
  return { announce: 'Loading more' }
}
