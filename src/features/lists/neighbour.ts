import { defineCommand, type Command, type CommandId, type Ctx, type Effect } from '#src/commands/command.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { idAtRead } from './list-view.ts'

interface Neighbour {
  list: ListState
  source: RowSource<unknown> | null
  /** Its place in the list. */
  at: number
  open: (id: string) => void
  /** True if the drawer is still open on the same object: a user who has left it is not taken back. */
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

interface NeighbourCommands {
  next: CommandId
  previous: CommandId
  /** "case", and where it is: "the queue". */
  noun: string
  place: string
  when: Command['when']
  show: (c: Ctx, direction: 1 | -1) => Effect | undefined
}

/** The commands that go from an open row to the next and the previous one of its list. */
export const neighbourCommands = ({ next, previous, noun, place, when, show }: NeighbourCommands): Command[] => [
  defineCommand({
    id: next,
    title: `Next ${noun} of ${place}`,
    shortTitle: `Next ${noun}`,
    group: 'Navigate',
    keywords: 'next, following, go to next, down, forward',
    when,
    keys: [']', 'g j'],
    run: (c) => show(c, 1),
  }),
  defineCommand({
    id: previous,
    title: `Previous ${noun} of ${place}`,
    shortTitle: `Previous ${noun}`,
    group: 'Navigate',
    keywords: 'previous, prior, go to previous, up, last one',
    when,
    keys: ['[', 'g k'],
    run: (c) => show(c, -1),
  }),
]
