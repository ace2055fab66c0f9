/** Movement and selection in every list: they act on the current one. */
import { defineCommand, type Command, type CommandInit, type Effect, type Findable } from '#src/commands/command.ts'
import { all, flag, inView, not, type View } from '#src/commands/dispatcher/when.ts'
import { formatCount } from '#src/format/count.ts'
import type { ListState } from './list-state.ts'
import { scrollScreen } from './panes.ts'

declare module '#src/commands/names.ts' {
  interface CommandNames {
    list: {
      list:
        | 'clear'
        | 'down'
        | 'extendDown'
        | 'extendUp'
        | 'first'
        | 'invert'
        | 'last'
        | 'pageDown'
        | 'pageUp'
        | 'range'
        | 'selectAll'
        | 'selectLast'
        | 'selectMatching'
        | 'selectNone'
        | 'toggle'
        | 'up'
    }
  }
}

type ListInit = Pick<CommandInit<readonly []>, 'id' | 'keys' | 'count' | 'when' | 'repeat'> & {
  title: string
  // oxlint-disable-next-line typescript/no-invalid-void-type -- most have nothing to report
  act: (state: ListState, count: number | null) => Effect | void
  /** The number of pages to scroll on a screen without a list. */
  pages?: number
}

function listCommand(group: 'Navigate' | 'Select', { act, pages = 0, ...init }: ListInit & Findable): Command {
  return defineCommand({
    repeat: init.hidden ? 'allow' : 'ignore',
    ...init,
    group,
    disabledReason: ({ list }) => {
      if (!list) return group === 'Select' ? 'There is no list here' : null
      return group === 'Select' && list.isSingle ? 'This list has no selection' : null
    },
    run: (c) => (c.list ? act(c.list.state, c.count) : scrollScreen(pages)),
  })
}

/** A line, in pages. */
const LINE = 0.08

const move = (init: ListInit) => listCommand('Navigate', { ...init, hidden: true })
const pick = (init: ListInit & Findable) => listCommand('Select', init)

const LIST_COMMANDS: readonly Command[] = [
  move({
    id: 'list.down',
    title: 'Next row',
    keys: ['j', 'down'],
    count: 'times',
    pages: LINE,
    act: (s, n) => s.moveBy(n ?? 1),
  }),
  move({
    id: 'list.up',
    title: 'Previous row',
    keys: ['k', 'up'],
    count: 'times',
    pages: -LINE,
    act: (s, n) => s.moveBy(-(n ?? 1)),
  }),
  move({
    id: 'list.first',
    title: 'First row, or row n',
    pages: -Infinity,
    keys: ['g g', 'home'],
    count: 'toIndex',
    act: (s, n) => s.moveTo((n ?? 1) - 1),
  }),
  move({
    id: 'list.last',
    title: 'Last row',
    pages: Infinity,
    keys: ['shift+g', 'end'],
    act: (s) => s.moveTo(s.order.getState().order.total - 1),
  }),
  move({
    id: 'list.pageDown',
    title: 'Page down',
    pages: 1,
    keys: ['pagedown'],
    count: 'times',
    act: (s, n) => s.moveBy(s.pageSize * (n ?? 1)),
  }),
  move({
    id: 'list.pageUp',
    title: 'Page up',
    pages: -1,
    keys: ['pageup'],
    count: 'times',
    act: (s, n) => s.moveBy(-s.pageSize * (n ?? 1)),
  }),
  pick({
    id: 'list.toggle',
    hidden: true,
    title: 'Select row',
    keys: ['x', 'shift+space'],
    count: 'times',
    // a held key would flicker, and end by chance
    repeat: 'ignore',
    act: (s, n) => s.toggle(n ?? 1),
  }),
  pick({
    id: 'list.extendDown',
    hidden: true,
    title: 'Extend selection down',
    keys: ['shift+j', 'shift+down'],
    count: 'times',
    act: (s, n) => s.extendBy(n ?? 1),
  }),
  pick({
    id: 'list.extendUp',
    hidden: true,
    title: 'Extend selection up',
    keys: ['shift+k', 'shift+up'],
    count: 'times',
    act: (s, n) => s.extendBy(-(n ?? 1)),
  }),
  pick({
    id: 'list.range',
    keywords: 'select between, shift select, multi select, block, range',
    title: 'Select range to here',
    keys: ['shift+x'],
    act: (s) => s.selectToCursor(),
  }),
  pick({
    id: 'list.selectAll',
    keywords: 'everything, mark all, check all, tick all, all rows, select everything',
    title: 'Select all loaded',
    keys: ['* a', 'f8 a'],
    act: (s) => s.selectAll(),
  }),
  pick({
    id: 'list.selectMatching',
    keywords:
      'select everything, all matching, whole queue, entire list, all results, select all cases, bulk, mark all',
    title: 'Select all that match the filter',
    keys: ['* m', 'f8 m'],
    act: (s) => s.selectMatching(),
  }),
  pick({
    id: 'list.selectNone',
    keywords: 'deselect, unselect, clear selection, uncheck, untick, deselect all, unmark',
    title: 'Select none',
    keys: ['* n', 'f8 n'],
    act: (s) => s.clear(),
  }),
  pick({
    id: 'list.invert',
    keywords: 'opposite, inverse, reverse selection, flip',
    title: 'Invert selection',
    keys: ['* i', 'f8 i'],
    act: (s) => s.invert(),
  }),
  pick({
    id: 'list.selectLast',
    keywords: 'reselect, previous selection, selection before, again',
    title: 'Restore the last selection',
    keys: ['* l', 'f8 l'],
    act(s) {
      s.restoreLast()
      const { size } = s.selection.getState().hidden
      return size > 0 ? { announce: `${formatCount(s.size())} selected, ${size} not visible` } : undefined
    },
  }),
  pick({
    id: 'list.clear',
    keywords: 'deselect, unselect, clear selection, uncheck, untick, drop selection',
    title: 'Clear selection',
    keys: ['escape'],
    when: flag('hasSelection'),
    act: (s) => s.clear(),
  }),
]

/** The commands of lists, on the surfaces that have one; triage has its own. */
export function createListCommands(views: readonly View[]): readonly Command[] {
  const inList = all(inView(...views), not(flag('triage')))
  return LIST_COMMANDS.map((command) => ({ ...command, when: all(inList, command.when) }))
}
