/**
 * The place of a tab: kept encrypted on this device, and found again after a lock or a reload. It is saved a moment after
 * something of it changed, and whenever the window may go: a crash costs no more than that moment.
 */
import type { Data } from '#src/data/data.ts'
import { beforeKeysGo } from '#src/data/user/drafts.ts'
import { adminPath } from '#src/features/admin-path.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { idAtRead } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/platform.ts'
import { drawerStore, openDrawer, type DrawerName } from '#src/ui/overlay/drawer-store.ts'
import { placeLists } from './place-lists.ts'
import { placeIn, unpackRun, type KeptList, type Place, type PlacedList, type PlaceList } from './place.ts'

export interface PlacePorts {
  data: Data
  tab: string
  features: FeatureStates
  /** Calls a listener after every change of screen; returns how to stop. */
  onScreen(listener: () => void): () => void
  /** Resolves when the commands of every screen are known: drawers run them. */
  allCommands(): Promise<unknown>
}

/** Changes that follow one another are saved together, ms. */
const REST_MS = 500
/** Rows that take longer are not waited for: the keys belong to the user. */
const PATIENCE_MS = 4000
/** A tab that did not come back for so long does not, ms. */
const KEPT_MS = 7 * 24 * 3_600_000

const here = () => location.pathname + location.search
const isAt = (path: string) => location.pathname === adminPath(currentPlatform(), path)
const grid = () => document.querySelector<HTMLElement>('main .list')
const placeOf = (tab: string) => ({ scope: 'mine', kind: 'place', platform: currentPlatform(), id: tab }) as const

/** Keeps the place current; returns how to stop. */
export function keepPlace({ data: { user }, tab, features, onScreen }: PlacePorts): () => void {
  const lists = placeLists(features)
  let seen = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = () => (timer ??= setTimeout(save, REST_MS))
  const stops = [
    onScreen(changed),
    drawerStore.subscribe(changed),
    beforeKeysGo(save),
    () => clearTimeout(timer),
    onScroll(changed),
  ]
  const followed = new Set<PlaceList>()
  /** Lists are made when their screen is first drawn. */
  const followLists = () => {
    for (const list of lists) {
      const held = followed.has(list) ? null : list.held()
      if (!held) continue
      followed.add(list)
      const { view, triage } = held
      const stores = [view.store, view.list.cursor, view.list.selection, ...(triage ? [triage.store] : [])]
      stops.push(...stores.map((store) => store.subscribe(changed)))
    }
  }

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    followLists()
    const platform = currentPlatform()
    if (platform === '') return
    const was = user.get('place', platform, tab) as Place | undefined
    const { isOpen, name, value, size } = drawerStore.getState()
    const scroll = grid()?.scrollTop ?? 0
    const shown = lists.flatMap(({ path, held }) => {
      const list = isAt(path) ? held() : null
      const kept = list?.view.store.getState().platform === platform ? placeIn(list, scroll) : undefined
      return kept ? [[path, kept] as const] : []
    })
    const place = {
      href: here(),
      lists: { ...was?.lists, ...Object.fromEntries(shown) },
      drawer: isOpen ? { name, value, size } : null,
    }
    const text = JSON.stringify(place)
    if (text === seen) return
    seen = text
    // a drawer's value is data, identical after storing
    user.save(placeOf(tab), { ...(JSON.parse(text) as typeof place), at: Date.now() } satisfies Place)
  }
  for (const { id, value } of user.list('place', currentPlatform())) {
    if (id !== tab && Date.now() - (value as Place).at > KEPT_MS) user.remove(placeOf(id))
  }
  changed()
  return () => stops.forEach((stop) => stop())
}

/** Calls a listener while anything is scrolled; returns how to stop. */
function onScroll(listener: () => void): () => void {
  // from within an element it does not bubble
  document.addEventListener('scroll', listener, { capture: true, passive: true })
  return () => document.removeEventListener('scroll', listener, { capture: true })
}

/** Restores this tab's place, if it is on the same screen; resolves at the latest after a timeout. */
export async function returnToPlace({ data: { user }, tab, features, allCommands }: PlacePorts): Promise<void> {
  const place = user.get('place', currentPlatform(), tab) as Place | undefined
  if (!place || place.href !== here()) return
  const list = placeLists(features).find(({ path }) => isAt(path))
  const kept = list && place.lists[list.path]
  if (kept) await Promise.race([list.open().then((placed) => returnInList(placed, kept)), patience()])
  const { drawer } = place
  if (!drawer) return
  await allCommands()
  openDrawer(drawer.name as DrawerName, drawer.value as never, drawer.size)
}

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))

async function returnInList({ view, triage }: PlacedList, kept: KeptList): Promise<void> {
  const source = await firstRows(view)
  if (!source || JSON.stringify(view.store.getState().filter) !== JSON.stringify(kept.filter)) return
  // its page may not be the first
  if (kept.index >= 0) await idAtRead(source, Math.min(kept.index, source.total - 1))
  const { list } = view
  if (kept.id !== null && source.indexOf(kept.id) >= 0) list.moveToId(kept.id)
  else list.moveTo(kept.index)
  list.cursor.setState({ direction: kept.direction })
  const there = kept.selected.filter((id) => source.indexOf(id) >= 0)
  if (there.length > 0) list.select(there)
  if (kept.run && triage) triage.resume(unpackRun(kept.run))
  const element = grid()
  if (element) element.scrollTop = kept.scroll
}

/** The rows of a list once they are there; null where they cannot be read. */
function firstRows({ store }: PlacedList['view']) {
  type Source = NonNullable<ReturnType<typeof store.getState>['source']>
  return new Promise<Source | null>((resolve) => {
    let stopSource = () => {}
    const stopStore = store.subscribe(follow)
    function follow(): void {
      stopSource()
      const { source } = store.getState()
      stopSource = source?.subscribe(look) ?? stopSource
      look()
    }
    function look(): void {
      const { source } = store.getState()
      if (!source || source.state === 'empty') return
      stopStore()
      stopSource()
      resolve(source.state === 'ready' ? source : null)
    }
    follow()
  })
}
