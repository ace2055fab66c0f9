// The place of a tab is saved by what changes it, and costs nothing while nothing does.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Data } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { flushDrafts } from '#src/data/user/drafts.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { createListView } from '#src/features/lists/public.ts'
import { enterPlatform } from '#src/features/sign-in/platform.ts'
import { closeDrawer, openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { keepPlace } from './keep-place.ts'
import type { Place } from './place.ts'

const IDS = ['a', 'b', 'c']
const source = {
  state: 'ready',
  total: IDS.length,
  idAt: (index: number) => IDS[index],
  indexOf: (id: string) => IDS.indexOf(id),
  subscribe: () => () => {},
  dispose() {},
} as unknown as RowSource<unknown>

function listOf() {
  const view = createListView({ status: 'open' }, () => source)
  view.show('paxum', { status: 'open' })
  return view
}

function setUp() {
  const saved: Place[] = []
  const user = {
    get: () => saved.at(-1),
    list: () => [],
    save: (_: unknown, value: unknown) => void saved.push(value as Place),
  }
  const features = {
    cases: { queue: listOf() },
    triage: { store: createStore(() => ({ isOn: false })) },
    accountAlerts: { queue: null as object | null },
    customers: { list: null },
  }
  const screens = new Set<() => void>()
  const stop = keepPlace({
    data: { user } as unknown as Data,
    tab: 't1',
    features: features as unknown as FeatureStates,
    onScreen(listener) {
      screens.add(listener)
      return () => screens.delete(listener)
    },
    allCommands: async () => {},
  })
  vi.runAllTimers()
  const go = (path: string) => {
    history.replaceState(null, '', `/admin/paxum/${path}`)
    screens.forEach((listener) => listener())
  }
  return { saved, features, go, stop, kept: (path: string) => saved.at(-1)?.lists[path] }
}

beforeEach(() => {
  enterPlatform('paxum')
  history.replaceState(null, '', '/admin/paxum/cases/')
  vi.useFakeTimers()
})
afterEach(() => {
  closeDrawer()
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('does no work without changes, and saves combined changes once', () => {
  const { saved, features, stop, kept } = setUp()
  expect([vi.getTimerCount(), saved.length]).toEqual([0, 1])
  features.cases.queue.list.moveToId('b')
  features.cases.queue.list.select(['a'])
  expect(vi.getTimerCount()).toBe(1)
  vi.runAllTimers()
  expect([vi.getTimerCount(), saved.length, kept('cases/')]).toMatchObject([0, 2, { id: 'b', selected: ['a'] }])
  features.cases.queue.list.moveToId('c')
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('saves at once when the window may close', () => {
  const { features, stop, kept } = setUp()
  features.cases.queue.list.moveToId('c')
  flushDrafts()
  expect([vi.getTimerCount(), kept('cases/')]).toMatchObject([0, { id: 'c' }])
  stop()
})

it('follows scrolling, the triage run and the drawer', () => {
  const grid = document.createElement('div')
  grid.className = 'list'
  const main = document.createElement('main')
  main.append(grid)
  document.body.append(main)
  const { saved, features, stop, kept } = setUp()
  grid.scrollTop = 40
  grid.dispatchEvent(new Event('scroll'))
  vi.runAllTimers()
  expect(kept('cases/')?.scroll).toBe(40)
  features.triage.store.setState({ isOn: true, later: new Set(['a']), written: new Map() } as never)
  vi.runAllTimers()
  expect(kept('cases/')?.run).toMatchObject({ isOn: true, later: ['a'] })
  openDrawer('quality review', { platform: 'paxum' })
  vi.runAllTimers()
  expect(saved.at(-1)?.drawer).toMatchObject({ name: 'quality review', value: { platform: 'paxum' } })
  stop()
})

it('follows a list that its screen creates later', () => {
  const { saved, features, go, stop, kept } = setUp()
  const queue = { ...listOf(), triage: { store: createStore(() => ({ isOn: false })) } }
  features.accountAlerts.queue = queue
  go('account-alerts/')
  vi.runAllTimers()
  expect(saved.at(-1)?.href).toBe('/admin/paxum/account-alerts/')
  queue.list.moveToId('c')
  vi.runAllTimers()
  expect([kept('account-alerts/')?.id, Object.keys(saved.at(-1)!.lists)]).toEqual(['c', ['cases/', 'account-alerts/']])
  stop()
})
