import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import { ApiError } from './errors.ts'
import { BOOT_LIMIT, createQueries } from './query-client.ts'
import { markRead, readAt } from './read-time.ts'

class Memory implements SnapshotStore {
  readonly kept = new Map<string, { value: unknown; at: number; platform: string }>()
  get = async (key: string) => structuredClone(this.kept.get(key) ?? null)
  put = async (key: string, platform: string, value: unknown, at: number) => {
    this.kept.set(key, { value, at, platform })
  }
  drop = async (key: string) => void this.kept.delete(key)
}

class Local {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

function open(snapshots = new Memory(), storage = new Local(), isOnline = true) {
  const connectivity = {
    isOnline: () => isOnline,
    isOther: () => false,
    lastHeard: () => null,
    check: async () => undefined,
    start: () => () => undefined,
    subscribe: () => () => undefined,
  }
  const now = () => 7
  const queries = createQueries({ snapshots, connectivity, storage, now, platform: () => 'paxum', appV: '1' })
  return { queries, snapshots, storage }
}

const offline = () => Promise.reject(new ApiError({ kind: 'offline', name: 'x', method: 'GET' }))
const PERSISTED = { queryKey: ['case', 'PX1'], meta: { persist: true } } as const

it('caches nothing that did not ask for it', async () => {
  const { queries, snapshots, storage } = open()
  await queries.fetchQuery({ queryKey: ['report'], queryFn: () => ({ name: 'Muster' }) })
  expect({ snapshots: snapshots.kept.size, boot: storage.items.get('docket.boot') }).toEqual({
    snapshots: 0,
    boot: undefined,
  })
})

it('opens with the snapshot when nobody answers, and takes the answer when it comes', async () => {
  const first = open()
  await first.queries.fetchQuery({ ...PERSISTED, queryFn: () => ({ v: 1 }) })
  expect([...first.snapshots.kept.values()]).toEqual([{ value: { v: 1 }, at: 7, platform: 'paxum' }])
  const cut = open(first.snapshots, new Local(), false)
  expect(await cut.queries.fetchQuery({ ...PERSISTED, queryFn: offline })).toEqual({ v: 1 })
  const back = open(first.snapshots)
  const seen: unknown[] = []
  const observer = new QueryObserver(back.queries, { ...PERSISTED, queryFn: () => ({ v: 2 }) })
  await new Promise<void>((resolve) => {
    const stop = observer.subscribe(({ data }) => {
      if (data) seen.push(data)
      if ((data as { v: number } | undefined)?.v !== 2) return
      stop()
      resolve()
    })
  })
  expect([seen[0], seen.at(-1)]).toEqual([{ v: 1 }, { v: 2 }])
  expect(first.snapshots.kept.values().next().value?.value).toEqual({ v: 2 })
})

it('a shared object is as new as the answer it was equal to', async () => {
  const { queries } = open()
  const key = { queryKey: ['cases'], staleTime: 0 }
  const read = async (at: number) => {
    await queries.fetchQuery({ ...key, queryFn: () => markRead({ items: [{ id: 1 }] }, at) })
    return queries.getQueryData<{ items: { id: number }[] }>(key.queryKey) ?? { items: [] }
  }
  const one = await read(10)
  const two = await read(20)
  expect({ same: one === two, at: [readAt(two), readAt(two.items[0] ?? {})] }).toEqual({ same: true, at: [20, 20] })
})

it('restores at the next start what every start may see, of the same build, within a limit', async () => {
  const { queries, storage } = open()
  const boot = { queryKey: ['platforms'], meta: { boot: true } } as const
  await queries.fetchQuery({ ...boot, queryFn: () => ['paxum'] })
  await expect.poll(() => storage.items.has('docket.boot')).toBe(true)
  const again = open(new Memory(), storage)
  expect(again.queries.getQueryData(['platforms'])).toEqual(['paxum'])
  storage.items.set('docket.boot', (storage.items.get('docket.boot') ?? '').replace('"buster":"1"', '"buster":"2"'))
  expect(open(new Memory(), storage).queries.getQueryData(['platforms'])).toBeUndefined()
  await again.queries.fetchQuery({ ...boot, staleTime: 0, queryFn: () => ['x'.repeat(BOOT_LIMIT)] })
  await expect.poll(() => storage.items.has('docket.boot')).toBe(false)
})

it('stores for the next start what could not be read without a network', async () => {
  const { queries, storage } = open()
  const session = { queryKey: ['session'], meta: { boot: true }, retry: false } as const
  const platforms = { queryKey: ['platforms'], meta: { boot: true } } as const
  await queries.fetchQuery({ ...session, queryFn: () => 'Ana' })
  await expect(queries.fetchQuery({ ...session, staleTime: 0, queryFn: offline })).rejects.toThrow()
  await queries.fetchQuery({ ...platforms, queryFn: () => ['paxum'] })
  await expect.poll(() => storage.items.get('docket.boot')).toContain('paxum')
  const again = open(new Memory(), storage)
  const known = () => {
    const next = open(new Memory(), storage)
    return [session, platforms].map(({ queryKey }) => next.queries.getQueryData(queryKey))
  }
  expect(known()).toEqual(['Ana', ['paxum']])
  // as a window does that locks, while what is still on the screen asks again
  again.queries.clear()
  await expect(again.queries.fetchQuery({ ...session, queryFn: offline })).rejects.toThrow()
  expect(known()).toEqual(['Ana', ['paxum']])
})

it('reports that a read failed without a network, and does not wait', async () => {
  const { queries } = open(new Memory(), new Local(), false)
  const observer = new QueryObserver(queries, { queryKey: ['case', 'PX2'], queryFn: offline, retryDelay: 0 })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult()).toMatchObject({ isError: true, fetchStatus: 'idle' })
  stop()
})

it('takes the network state from the heartbeat', () => {
  open(new Memory(), new Local(), false)
  expect(onlineManager.isOnline()).toBe(false)
  open()
  expect(onlineManager.isOnline()).toBe(true)
})

it('reads again what was first asked for before a change', async () => {
  const { queries } = open()
  const answer: ((text: string) => void)[] = []
  const stop = new QueryObserver(queries, {
    queryKey: ['policy'],
    queryFn: () => new Promise<string>((resolve) => void answer.push(resolve)),
  }).subscribe(() => {})
  await expect.poll(() => answer.length).toBe(1)
  const told = queries.invalidateQueries({ queryKey: ['policy'] })
  answer[0]?.('before')
  await expect.poll(() => answer.length).toBe(2)
  answer[1]?.('after')
  await told
  expect(queries.getQueryData(['policy'])).toBe('after')
  stop()
})
