/** Saved views by keyboard: save, open, name, place, share, remove; and cases that come back on a day. */
import type { ViewList } from '#contract/model/view.ts'
import {
  changeHere,
  defineArg,
  defineCommand,
  type Command,
  type Ctx,
  type Effect,
  type Option,
  type Plan,
} from '#src/commands/command.ts'
import { all as allOf, any, flag, inView, not } from '#src/commands/when.ts'
import { planStatus, targetsOf, type Cases } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { dayWords, readDay, usualDays } from './dates.ts'
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

const onCases = any(allOf(inView('queue'), any(flag('hasCursor'), flag('hasSelection'))), inView('case'))

/** What a view is known by beside its name. */
export function viewDetail({ list, key, scope, isFirst }: SavedView, lists: ViewedLists): string {
  const parts = [lists[list].name, key !== null && `g ${key}`, scope === 'shared' && 'shared', isFirst && 'opens first']
  return parts.filter(Boolean).join(' · ')
}

const nameOf = (ids: readonly string[]) => (ids.length === 1 ? ids[0] : countOf(ids.length, 'case'))

/** The commands of saved views and of "back on". */
export function viewCommands(ports: ViewCommandPorts): Command[] {
  const { views, lists, platform, mayShare } = ports
  const all = Object.entries(lists) as [ViewList, ViewedList][]
  const goTo = (c: Ctx, { list, filter }: Pick<SavedView, 'list' | 'filter'>) =>
    c.ports.navigate(lists[list].hrefOf(platform(), filter))
  const mayChange = ({ scope }: SavedView) => scope === 'mine' || mayShare()

  const optionOf = (view: SavedView): Option<SavedView> => ({
    id: view.id,
    value: view,
    title: view.title,
    detail: viewDetail(view, lists),
  })
  const viewArg = (prompt: string, fits: (view: SavedView) => boolean = () => true) =>
    defineArg<'view', SavedView>({
      name: 'view',
      type: 'view',
      prompt: () => prompt,
      source: () => views.list(platform()).filter(fits).map(optionOf),
    })
  const nameArg = (prompt: string) =>
    defineArg<'name', string>({
      name: 'name',
      type: 'text',
      prompt: () => prompt,
      source: () => [],
      create: (_, query) => (query.trim() ? { id: 'name', value: query.trim(), title: query.trim() } : null),
    })
  const none = () => (views.list(platform()).length > 0 ? null : 'No view is saved yet: b saves one')

  /** Changes views; `view` is the one that is put back as it was. */
  const change = (announce: string, make: (where: string) => void, view?: SavedView): Effect => {
    const [where, was] = [platform(), views.layout(platform())]
    return changeHere(
      announce,
      () => make(where),
      () => views.restore(where, was, view),
    )
  }

  const common = { group: 'View', undo: { kind: 'hold' }, disabledReason: none } as const

  return [
    defineCommand({
      id: 'view.save',
      title: 'Save this filter as a view…',
      shortTitle: 'Save view…',
      group: 'View',
      keywords: ['bookmark', 'remember', 'favourite', 'saved search'],
      when: allOf(inView(...all.map(([, { surface }]) => surface)), not(flag('triage'))),
      keys: ['b'],
      undo: { kind: 'hold' },
      args: [nameArg('Save this filter as')],
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
      keywords: ['saved', 'filter', 'favourite'],
      keys: ['g v'],
      args: [
        defineArg<'view', Pick<SavedView, 'list' | 'filter'>>({
          name: 'view',
          type: 'view',
          prompt: () => 'Open view',
          source: () => [
            ...views.list(platform()).map(optionOf),
            ...all.map(([list, { plain }]) => ({
              id: list,
              value: { list, filter: {} },
              title: plain,
              detail: 'as the list comes',
            })),
          ],
        }),
      ],
      run: (c, { view }) => goTo(c, view),
    }),
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
        goTo(c, view)
        return { announce: view.title }
      },
    }),
    defineCommand({
      ...common,
      id: 'view.rename',
      title: 'Rename a saved view…',
      shortTitle: 'Rename view…',
      args: [viewArg('Rename', mayChange), nameArg('to')],
      run: (_, { view, name }) =>
        change(`“${view.title}” is “${name}” now`, (where) => views.rename(where, view, name), view),
    }),
    defineCommand({
      ...common,
      id: 'view.putOn',
      title: 'Put a saved view on a key…',
      shortTitle: 'Key of a view…',
      keywords: ['order', 'move', 'reorder', 'digit'],
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
      keywords: ['default', 'start', 'first', 'home'],
      args: [
        defineArg<'view', SavedView | null>({
          name: 'view',
          type: 'view',
          prompt: () => 'The queue opens with',
          source: () => [
            { id: 'none', value: null, title: 'New cases', detail: 'as the queue comes' },
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
    defineCommand({
      ...common,
      id: 'view.share',
      title: 'Share a saved view, or keep it to yourself…',
      shortTitle: 'Share view…',
      keywords: ['team', 'everybody', 'private'],
      disabledReason: () => (mayShare() ? none() : 'Only managers change what is shared'),
      args: [viewArg('Share with everybody, or not')],
      run: (_, { view }) => {
        const where = platform()
        const other = view.scope === 'mine' ? 'shared' : 'mine'
        return changeHere(
          other === 'shared' ? `Everybody sees “${view.title}”` : `“${view.title}” is yours alone`,
          () => views.share(where, view, other),
          () => views.share(where, { ...view, scope: other }, view.scope),
        )
      },
    }),
    defineCommand({
      ...common,
      id: 'view.delete',
      title: 'Delete a saved view…',
      shortTitle: 'Delete view…',
      keywords: ['remove'],
      args: [viewArg('Delete', mayChange)],
      run: (_, { view }) => change(`Deleted “${view.title}”`, (where) => views.remove(where, view), view),
    }),
    ...backCommands(ports),
  ]
}

/** Putting a case off until a day, and the cases whose day has come. */
function backCommands({ views, lists, cases, platform }: ViewCommandPorts): Command[] {
  const { queue, deps } = cases
  /** Puts them off; those that wait already with no write. */
  const snooze = (c: Ctx, { day }: { day: string }, plan: Plan): Effect => {
    const { ids, rowOf } = targetsOf(c, queue)
    const where = platform()
    const fits = ids.filter(
      (id) => rowOf(id)?.status === 'await' || plan.ops.some(({ target }) => target.caseId === id),
    )
    const before = fits.map((id) => [id, views.snoozed(where, id)] as const)
    const put = () => fits.forEach((id) => views.snooze(where, id, day))
    put()
    const way = plan.ops.length > 0 ? deps.decided(true) : {}
    return {
      announce:
        fits.length === 0
          ? 'Nothing here can wait'
          : // what was written is said as it stands in the record
            `${plan.ops.length > 0 ? `${plan.summary},` : nameOf(fits)} back on ${dayWords(day)}`,
      undo() {
        for (const [id, until] of before) views.snooze(where, id, until)
        way.undo?.()
      },
      redo() {
        put()
        way.redo?.()
      },
    }
  }
  return [
    defineCommand({
      id: 'case.snooze',
      title: (c) => `Await the customer on ${targetsOf(c, queue).label}, back on…`,
      shortTitle: 'Back on…',
      group: 'Triage',
      keywords: ['snooze', 'later', 'remind', 'defer', 'await', 'date'],
      when: onCases,
      keys: ['h'],
      advance: 'next',
      args: [
        defineArg<'day', string>({
          name: 'day',
          type: 'date',
          prompt: (c) => `${targetsOf(c, queue).label} back on`,
          source: (c) =>
            usualDays(c.ports.now()).map(({ name, day }) => ({
              id: name,
              value: day,
              title: name,
              detail: dayWords(day),
            })),
          create: (c, query) => {
            const day = readDay(query, c.ports.now())
            return day ? { id: day, value: day, title: dayWords(day), detail: day } : null
          },
        }),
      ],
      plan: (c) => planStatus(targetsOf(c, queue), 'await'),
      run: snooze,
      otherwise: snooze,
    }),
    defineCommand({
      id: 'view.backToday',
      title: (c) => `Back today: ${countOf(views.due(platform(), c.ports.now()).length, 'case')}`,
      shortTitle: 'Back today',
      group: 'Navigate',
      keywords: ['snoozed', 'due', 'waiting', 'reminders'],
      keys: ['g 0'],
      disabledReason: (c) => (views.due(platform(), c.ports.now()).length > 0 ? null : 'No case is back today'),
      run: (c) => {
        const ids = views.due(platform(), c.ports.now()).map(({ caseId }) => caseId)
        c.ports.navigate(lists.cases.hrefOf(platform(), { status: 'await', ids: ids.slice(0, 200) }))
      },
    }),
  ]
}
