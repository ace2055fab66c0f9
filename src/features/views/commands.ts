/** Saved views by keyboard: save and open. What changes them is in manage-commands.ts, which the first screen does not wait for. */
import type { ViewList } from '#contract/model/view.ts'
import { defineArg, defineCommand, type Command, type Ctx, type Option } from '#src/commands/command.ts'
import { all as allOf, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import type { Cases } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { viewDetail } from './view-detail.ts'
import type { ViewedList, ViewedLists } from './viewed-lists.ts'
import type { SavedView, Views } from './views.ts'

export interface ViewCommandPorts {
  views: Views
  lists: ViewedLists
  cases: Pick<Cases, 'queue' | 'deps'>
  /** The platform that is worked on. */
  platform(): string
  /** May change what everybody sees. */
  mayShare(): boolean
}

/** A view among the choices of a command. */
export const viewOption = (view: SavedView, lists: ViewedLists): Option<SavedView> => ({
  id: view.id,
  value: view,
  title: view.title,
  detail: viewDetail(view, lists),
})

/** The page that asks what a view is called. */
export const viewName = (prompt: string) => textArg('name', prompt, 'a name')

/** The commands that save views and lead to them. */
export function viewCommands(ports: ViewCommandPorts): Command[] {
  const { views, lists, platform } = ports
  const all = Object.entries(lists) as [ViewList, ViewedList][]
  const goTo = (c: Ctx, { list, filter }: Pick<SavedView, 'list' | 'filter'>) =>
    c.ports.navigate(lists[list].hrefOf(platform(), filter))

  return [
    defineCommand({
      id: 'view.save',
      title: 'Save this filter as a view…',
      shortTitle: 'Save view…',
      group: 'View',
      keywords:
        'bookmark, remember, favourite, favorite, saved search, save search, save filter, create view, star, new view, smart list, preset, keep filter, custom view',
      when: allOf(inView(...all.map(([, { surface }]) => surface)), not(flag('triage'))),
      keys: ['b'],
      undo: { kind: 'hold' },
      args: [viewName('Save this filter as')],
      run: (c, { name }) => {
        const [list, { current }] = all.find(([, { surface }]) => surface === c.atoms.view) ?? ['cases', lists.cases]
        const [where, was] = [platform(), views.layout(platform())]
        const view = views.save(where, name, { list, filter: current() })
        const now = views.layout(where)
        return {
          announce: `Saved “${view.title}”${view.key === null ? '' : `: g ${view.key}`}`,
          undo() {
            views.remove(where, view)
            views.restore(where, was)
          },
          redo: () => views.restore(where, now, view),
        }
      },
    }),
    defineCommand({
      id: 'view.open',
      title: 'Open a saved view…',
      shortTitle: 'Views…',
      group: 'Navigate',
      line: 'view, open view, queue, go to queue',
      keywords:
        'saved, saved searches, saved filters, favourite, favorites, bookmarks, queues, go to queue, queue by name, lists, my views, smart lists, presets, load view, worklist, boards, switch queue, inbox, folders',
      keys: ['g v'],
      args: [
        defineArg<'view', Pick<SavedView, 'list' | 'filter'>>({
          name: 'view',
          type: 'choice',
          prompt: () => 'Open view',
          source: () => [
            ...views.list(platform()).map((view) => viewOption(view, lists)),
            ...all.map(([list, { plain }]) => ({
              id: list,
              value: { list, filter: {} },
              title: plain,
              detail: 'default',
            })),
          ],
        }),
      ],
      run: (c, { view }) => goTo(c, view),
    }),
    defineCommand({
      id: 'view.backToday',
      title: (c) => `Back today: ${countOf(views.due(platform(), c.ports.now()).length, 'case')}`,
      shortTitle: 'Back today',
      group: 'Navigate',
      keywords: 'snoozed, due, waiting, reminders, due today, follow up, tickler, diary, calendar, today, returning',
      keys: ['g 0'],
      disabledReason: (c) => (views.due(platform(), c.ports.now()).length > 0 ? null : 'No case is back today'),
      run: (c) => {
        const ids = views.due(platform(), c.ports.now()).map(({ caseId }) => caseId)
        c.ports.navigate(lists.cases.hrefOf(platform(), { status: 'await', ids: ids.slice(0, 200) }))
      },
    }),
  ]
}
