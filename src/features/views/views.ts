/** Saved views of lists, the keys they are on, and cases that are to come back on a day. */
import type { SettingScope } from '#contract/model/settings.ts'
import type { LayoutValue, SnoozeValue, ViewFilter, ViewList, ViewValue } from '#contract/model/view.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import { dayOf } from '#src/format/iso-day.ts'
import { KEYED, place, placeOf, sorted, swap } from './places.ts'

export interface SavedView {
  id: string
  scope: SettingScope
  title: string
  /** The list it is of. */
  list: ViewList
  /** The differences to that list's default. */
  filter: ViewFilter
  /** `g 1` to `g 9`; null where it has no key. */
  key: number | null
  /** The queue opens with it. */
  isFirst: boolean
}

/** A day on which cases come back, and which. */
export interface Back {
  caseId: string
  until: string
}

export interface Views {
  list(platform: string): readonly SavedView[]
  onKey(platform: string, key: number): SavedView | undefined
  /** The default view, if the user chose one. */
  first(platform: string): SavedView | undefined
  /** Saves a filter under a name; it gets the first free key. */
  save(platform: string, title: string, of: Pick<SavedView, 'list' | 'filter'>): SavedView
  rename(platform: string, view: SavedView, title: string): void
  /** Makes a view everybody's, or one's own. */
  share(platform: string, view: SavedView, scope: SettingScope): void
  /** Puts a view on a key; what was there takes the place it leaves. */
  putOn(platform: string, view: SavedView, key: number): void
  /** Null: with new cases, as it came. */
  openWith(platform: string, id: string | null): void
  remove(platform: string, view: SavedView): void
  /** Back to a layout and to a view as they were, for undo. */
  restore(platform: string, layout: LayoutValue, view?: SavedView): void
  layout(platform: string): LayoutValue
  /** Puts a case off until a day; null: it is not put off any more. */
  snooze(platform: string, caseId: string, until: string | null): void
  snoozed(platform: string, caseId: string): string | null
  /** Cases whose day has come, the longest waiting first. */
  due(platform: string, now: number): readonly Back[]
  subscribe: UserStore['subscribe']
}

/** The stored form of a view. */
const valueOf = (title: string, { list, filter }: Pick<SavedView, 'list' | 'filter'>): ViewValue => ({
  title: title.trim().slice(0, 100),
  list,
  filter,
})

export function createViews(user: UserStore): Views {
  const NO_LAYOUT: LayoutValue = { order: [], opensWith: null }
  const layout = (platform: string) => (user.get('layout', platform, 'views') as LayoutValue | undefined) ?? NO_LAYOUT
  const setLayout = (platform: string, part: Partial<LayoutValue>) =>
    user.save({ scope: 'mine', kind: 'layout', platform, id: 'views' }, { ...layout(platform), ...part })
  const at = (platform: string, { scope, id }: Pick<SavedView, 'scope' | 'id'>) =>
    ({ scope, kind: 'view', platform, id }) as const

  /** The visible places: shared views without a place take free ones, without moving any. */
  const places = (platform: string): string[] => {
    const ids = user.list('view', platform).map(({ id }) => id)
    const known = new Set(ids)
    return ids.reduce((was, id) => place(was, id, known), [...layout(platform).order])
  }

  const views = (platform: string): SavedView[] => {
    const { opensWith } = layout(platform)
    const seats = places(platform)
    const held = new Map(user.list('view', platform).map((one) => [one.id, one]))
    return sorted(seats, [...held.keys()]).map((id) => {
      const { scope, value } = held.get(id)!
      const view = value as ViewValue
      const seat = placeOf(seats, id)
      const key = seat !== null && seat <= KEYED ? seat : null
      return { ...view, id, scope, key, isFirst: id === opensWith }
    })
  }

  return {
    list: views,
    onKey: (platform, key) => views(platform).find((view) => view.key === key),
    first: (platform) => views(platform).find(({ isFirst }) => isFirst),
    save(platform, title, of) {
      const id = crypto.randomUUID()
      user.save(at(platform, { scope: 'mine', id }), valueOf(title, of))
      setLayout(platform, { order: places(platform) })
      return views(platform).find((view) => view.id === id)!
    },
    rename: (platform, view, title) => user.save(at(platform, view), valueOf(title, view)),
    share(platform, view, scope) {
      user.remove(at(platform, view))
      user.save(at(platform, { ...view, scope }), valueOf(view.title, view))
    },
    putOn: (platform, view, key) => setLayout(platform, { order: swap(places(platform), view.id, key) }),
    openWith: (platform, opensWith) => setLayout(platform, { opensWith }),
    remove: (platform, view) => user.remove(at(platform, view)),
    restore(platform, was, view) {
      setLayout(platform, was)
      if (view) user.save(at(platform, view), valueOf(view.title, view))
    },
    layout,
    snooze(platform, caseId, until) {
      const where = { scope: 'mine', kind: 'snooze', platform, id: caseId } as const
      if (until === null) user.remove(where)
      else user.save(where, { until } satisfies SnoozeValue)
    },
    snoozed: (platform, caseId) => (user.get('snooze', platform, caseId) as SnoozeValue | undefined)?.until ?? null,
    due(platform, now) {
      const today = dayOf(now)
      return user
        .list('snooze', platform)
        .map(({ id, value }) => ({ caseId: id, until: (value as SnoozeValue).until }))
        .filter(({ until }) => until <= today)
        .toSorted((a, b) => a.until.localeCompare(b.until))
    },
    subscribe: user.subscribe,
  }
}
