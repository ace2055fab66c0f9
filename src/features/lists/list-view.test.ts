import { expect, test } from 'vitest'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { createListView, idAtRead } from './list-view.ts'

/** Rows that come when they are told to, of which some are there at once. */
function rowsOf(ids: readonly string[], loaded = 0) {
  const listeners = new Set<() => void>()
  const state = { loaded, error: null as Error | null, asked: [] as number[] }
  const source = {
    get total() {
      return loaded === 0 && state.loaded === 0 ? 0 : ids.length
    },
    busy: false,
    get error() {
      return state.error
    },
    idAt: (index: number) => (index < state.loaded ? ids[index] : undefined),
    indexOf: (id: string) => ids.slice(0, state.loaded).indexOf(id),
    ensure: (from: number) => void state.asked.push(from),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {},
  } as unknown as RowSource<unknown>
  const tell = (change: Partial<typeof state>) => {
    Object.assign(state, change)
    listeners.forEach((listener) => listener())
  }
  return { source, state, tell }
}

function setUp() {
  const opened: ReturnType<typeof rowsOf>[] = []
  const view = createListView({ status: 'open', sort: 'newest' }, (_, { sort }) => {
    opened.push(rowsOf(sort === 'newest' ? ['a', 'b', 'c'] : ['c', 'b', 'a']))
    return opened.at(-1)!.source
  })
  view.show('px', { status: 'open', sort: 'newest' })
  opened[0]!.tell({ loaded: 3 })
  view.list.select(['a', 'b'])
  return { view, opened, selection: () => view.list.selection.getState() }
}

test('another order keeps the selection, and updates rows as they load', () => {
  const { view, opened, selection } = setUp()
  view.show('px', { status: 'open', sort: 'oldest' })
  expect(selection()).toMatchObject({ frozen: false, ids: new Set(['a', 'b']), hidden: new Set(['a', 'b']) })
  opened[1]!.tell({ loaded: 2 })
  expect(selection().hidden).toEqual(new Set(['a']))
  opened[1]!.tell({ loaded: 3 })
  expect([selection().hidden.size, view.list.targets()]).toEqual([0, ['b', 'a']])
})

test('another filter asks about the selection; another platform clears it and the last one', () => {
  const { view, opened, selection } = setUp()
  view.show('px', { status: 'all', sort: 'newest' })
  expect(selection().frozen).toBe(true)
  view.show('other', { status: 'all', sort: 'newest' })
  opened[2]!.tell({ loaded: 3 })
  view.list.restoreLast()
  expect(selection().ids.size).toBe(0)
})

test('a list whose filter is not known has no rows, and shows the same filter again afterwards', () => {
  const { view, opened } = setUp()
  view.hide('px')
  expect([view.store.getState().source, view.list.order.getState().order.total]).toEqual([null, 0])
  view.show('px', { status: 'open', sort: 'newest' })
  expect(view.store.getState().source).toBe(opened[1]!.source)
})

test('a missing place is loaded, and stays empty where that fails', async () => {
  const { source, state, tell } = rowsOf(['a', 'b', 'c'], 2)
  expect(await idAtRead(source, 1)).toBe('b')
  const third = idAtRead(source, 2)
  tell({ loaded: 3 })
  expect([await third, state.asked]).toEqual(['c', [1, 2]])
  const failing = rowsOf(['a', 'b', 'c'], 2)
  const none = idAtRead(failing.source, 2)
  failing.tell({ error: new Error('gone') })
  expect(await none).toBeUndefined()
})

test('a list that takes time to open is shown once it is there, unless another was asked for meanwhile', async () => {
  const disposed: string[] = []
  const opening = new Map<string, (source: RowSource<unknown>) => void>()
  const view = createListView({ name: '' }, (_, { name }) =>
    name === 'flat'
      ? rowsOf(['flat'], 1).source
      : new Promise<RowSource<unknown>>((resolve) => opening.set(name, resolve)),
  )
  const come = async (name: string) => {
    opening.get(name)?.({ ...rowsOf([name], 1).source, dispose: () => disposed.push(name) } as RowSource<unknown>)
    await Promise.resolve()
  }
  view.show('px', { name: 'flat' })
  view.show('px', { name: 'one' })
  expect(view.store.getState().source).toBeNull()
  // asked for again while it is being opened: not opened twice
  view.show('px', { name: 'one' })
  view.show('px', { name: 'other' })
  await come('one')
  expect([view.store.getState().source, disposed]).toEqual([null, ['one']])
  await come('other')
  expect(view.store.getState().source?.idAt(0)).toBe('other')
})
