/** Saved views by keyboard: name, place, share, remove. Not in the first load. */
import { changeHere, defineArg, defineCommand, type Command, type Effect } from '#src/commands/command.ts'
import { viewName, viewOption, type ViewCommandPorts } from './commands.ts'
import type { SavedView } from './views.ts'

/** The commands that change saved views. */
export function manageViewCommands(ports: ViewCommandPorts): Command[] {
  const acts = viewActs(ports)
  return [...openCommands(acts), ...changeCommands(acts)]
}

/** Actions and state behind the commands, without keys. */
function viewActs(ports: ViewCommandPorts) {
  const { views, lists, platform, mayShare } = ports
  const mayChange = ({ scope }: SavedView) => scope === 'mine' || mayShare()
  const optionOf = (view: SavedView) => viewOption(view, lists)
  const viewArg = (prompt: string, fits: (view: SavedView) => boolean = () => true) =>
    defineArg<'view', SavedView>({
      name: 'view',
      type: 'view',
      prompt: () => prompt,
      source: () => views.list(platform()).filter(fits).map(optionOf),
    })
  const none = () => (views.list(platform()).length > 0 ? null : 'No view is saved yet: b saves one')

  /** Changes views; `view` is the one that undo restores. */
  const change = (announce: string, make: (where: string) => void, view?: SavedView): Effect => {
    const [where, was] = [platform(), views.layout(platform())]
    return changeHere(
      announce,
      () => make(where),
      () => views.restore(where, was, view),
    )
  }

  const common = { group: 'View', undo: { kind: 'hold' }, disabledReason: none } as const

  return { views, lists, platform, mayShare, mayChange, optionOf, viewArg, none, change, common }
}
type ViewActs = ReturnType<typeof viewActs>

function openCommands({ views, lists, platform, mayChange, optionOf, viewArg, change, common }: ViewActs): Command[] {
  return [
    defineCommand({
      id: 'view.onKey',
      title: (c) => views.onKey(platform(), c.digit ?? 0)?.title ?? 'Open the saved view on a digit',
      shortTitle: 'Saved view on a digit',
      group: 'Navigate',
      hidden: true,
      keys: ['g 1..9'],
      disabledReason: (c) => (views.onKey(platform(), c.digit ?? 0) ? null : 'No view is on this key'),
      run: (c) => {
        const view = views.onKey(platform(), c.digit ?? 0)
        if (!view) return undefined
        c.ports.navigate(lists[view.list].hrefOf(platform(), view.filter))
        return { announce: view.title }
      },
    }),
    defineCommand({
      ...common,
      id: 'view.rename',
      keywords: 'name, title, edit view, change name',
      title: 'Rename a saved view…',
      shortTitle: 'Rename view…',
      args: [viewArg('Rename', mayChange), viewName('to')],
      run: (_, { view, name }) =>
        change(`“${view.title}” is “${name}” now`, (where) => views.rename(where, view, name), view),
    }),
    defineCommand({
      ...common,
      id: 'view.putOn',
      title: 'Put a saved view on a key…',
      shortTitle: 'Key of a view…',
      keywords: 'order, move, reorder, digit, shortcut, number, key for view, arrange, position',
      args: [
        viewArg('Put on a key'),
        defineArg<'key', number>({
          name: 'key',
          type: 'choice',
          prompt: () => 'on',
          source: () =>
            Array.from({ length: 9 }, (_, index) => ({
              id: String(index + 1),
              value: index + 1,
              title: `g ${index + 1}`,
              detail: views.onKey(platform(), index + 1)?.title ?? 'free',
            })),
        }),
      ],
      run: (_, { view, key }) => change(`“${view.title}” is on g ${key}`, (where) => views.putOn(where, view, key)),
    }),
    defineCommand({
      ...common,
      id: 'view.openWith',
      title: 'Choose what the queue opens with…',
      shortTitle: 'Queue opens with…',
      keywords: 'default, start, first, home, start page, landing page, default view, startup, home screen',
      args: [
        defineArg<'view', SavedView | null>({
          name: 'view',
          type: 'view',
          prompt: () => 'The queue opens with',
          source: () => [
            { id: 'none', value: null, title: 'New cases', detail: 'default' },
            ...views
              .list(platform())
              .filter(({ list }) => list === 'cases')
              .map(optionOf),
          ],
        }),
      ],
      run: (_, { view }) =>
        change(`The queue opens with “${view?.title ?? 'New cases'}”`, (where) =>
          views.openWith(where, view?.id ?? null),
        ),
    }),
  ]
}

function changeCommands(acts: ViewActs): Command[] {
  return [
    defineCommand({
      ...acts.common,
      id: 'view.share',
      title: 'Share a saved view, or keep it to yourself…',
      shortTitle: 'Share view…',
      keywords: 'team, everybody, private, publish, share view, shared view, make public, colleagues',
      disabledReason: () => (acts.mayShare() ? acts.none() : 'Only managers change what is shared'),
      args: [acts.viewArg('Share with everybody, or not')],
      run: (_, { view }) => {
        const where = acts.platform()
        const other = view.scope === 'mine' ? 'shared' : 'mine'
        return changeHere(
          other === 'shared' ? `Everybody sees “${view.title}”` : `“${view.title}” is yours alone`,
          () => acts.views.share(where, view, other),
          () => acts.views.share(where, { ...view, scope: other }, view.scope),
        )
      },
    }),
    defineCommand({
      ...acts.common,
      id: 'view.delete',
      title: 'Delete a saved view…',
      shortTitle: 'Delete view…',
      keywords: 'remove, delete filter, delete saved search, discard view, unsave, remove bookmark',
      args: [acts.viewArg('Delete', acts.mayChange)],
      run: (_, { view }) => acts.change(`Deleted “${view.title}”`, (where) => acts.views.remove(where, view), view),
    }),
  ]
}
