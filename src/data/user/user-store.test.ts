import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Setting } from '#contract/calls/settings.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { PLAIN } from '#src/data/net/capabilities.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { createUserStore, type UserStore, type UserStorePorts } from './user-store.ts'

/** A server that keeps documents by version, and nothing else. */
class Shelf {
  readonly kept = new Map<string, Setting>()
  #last = 0
  /** The next request meets this. */
  refusal: { status: number; kind: 'forbidden' | 'invalid' } | null = null
  requests = 0

  /** The `send` of a device's api. */
  send = async (call: { method: string; path: string }, input: never): Promise<never> => {
    await Promise.resolve()
    this.requests += 1
    const { body, params, query } = input as Record<string, Record<string, never>>
    const about = { name: call.path, method: call.method }
    if (call.method === 'GET') return { items: structuredClone([...this.kept.values()]) } as never
    const named = (call.method === 'POST' ? body : params) as unknown as Setting
    if (this.refusal) {
      const { status, kind } = this.refusal
      throw new ApiError({ ...about, kind, status, problem: { message: 'No.' } })
    }
    const key = `${named.scope}|${named.kind}|${named.id}`
    const current = this.kept.get(key) ?? null
    const wanted = call.method === 'POST' ? named.version : Number(query?.['version'])
    if (call.method === 'DELETE' && !current) throw new ApiError({ ...about, kind: 'missing', status: 404 })
    if ((current?.version ?? 0) !== wanted)
      throw new ApiError({ ...about, kind: 'conflict', status: 409, problem: { current: structuredClone(current) } })
    if (call.method === 'DELETE') {
      this.kept.delete(key)
      return { message: '' } as never
    }
    const at = { date: '', timezone: 'UTC' }
    const next = { ...structuredClone(named), version: ++this.#last, updatedAt: at, updatedBy: { id: '', name: '' } }
    this.kept.set(key, next)
    return structuredClone(next) as never
  }
}

function device(shelf: Pick<Shelf, 'send'>, settings = true) {
  const disk: Parameters<UserStorePorts['documents']['change']>[0][] = []
  let tell: Parameters<UserStorePorts['documents']['listen']>[0] = () => {}
  const online = { is: true }
  const clock = new VirtualClock()
  const store = createUserStore({
    api: { send: shelf.send.bind(shelf) },
    documents: {
      change: async (change) => void disk.push(structuredClone(change)),
      listen: (listener) => (tell = listener),
    },
    connectivity: { isOnline: () => online.is, subscribe: () => () => undefined },
    capabilities: () => ({ ...PLAIN, settings }),
    platform: () => 'paxum',
    clock,
    onTrouble: (error) => {
      throw error
    },
  })
  return { store, disk, online, clock, tell: (change: Parameters<typeof tell>[0]) => tell(change) }
}

const place = (id: string) => ({ scope: 'mine', kind: 'view', platform: 'paxum', id }) as const
const view = (title: string) => ({ title, list: 'cases', filter: {} })
const titles = (store: UserStore) => store.list('view', 'paxum').map(({ value }) => (value as { title: string }).title)

test('works on a catalogue-only server without any request', async () => {
  const shelf = new Shelf()
  const { store, disk } = device(shelf, false)
  store.save(place('a'), view('A'))
  await store.sync()
  expect([titles(store), disk.length, shelf.requests]).toEqual([['A'], 1, 0])
})

test('a change is there at once, and other users do not see it', () => {
  const { store, tell } = device(new Shelf())
  store.save({ ...place('keymap'), kind: 'keymap', platform: '' }, { 'alert.resolve': ['d'] })
  expect(store.get('keymap', '', 'keymap')).toEqual({ 'alert.resolve': ['d'] })
  tell(null)
  expect(store.get('keymap', '', 'keymap')).toBeUndefined()
})

test('a change from before this device’s documents were read is applied to them', async () => {
  const { store, tell } = device(new Shelf())
  const stored = (title: string) => ({ base: { version: 3, value: view(title) }, edit: null })
  store.save(place('a'), view('new'))
  tell({
    put: [
      { ...place('a'), ...stored('old') },
      { ...place('b'), ...stored('B') },
    ],
    gone: [],
  })
  expect(titles(store)).toEqual(['new', 'B'])
  tell({ put: [{ ...place('a'), ...stored('from another tab') }], gone: [] })
  expect(titles(store)).toEqual(['from another tab', 'B'])
})

test('changed on two devices: the later version wins, the other is kept as a copy on both', async () => {
  const shelf = new Shelf()
  const [desk, lap] = [device(shelf).store, device(shelf).store]
  desk.save(place('a'), view('first'))
  await desk.sync()
  await lap.sync()
  desk.save(place('a'), view('at the desk'))
  lap.save(place('a'), view('on the way'))
  await desk.sync()
  await lap.sync()
  await desk.sync()
  expect(titles(desk)).toEqual(['on the way', 'at the desk (copy)'])
  expect(titles(lap)).toEqual(titles(desk))
})

test('a removal does not delete a change made meanwhile', async () => {
  const shelf = new Shelf()
  const [desk, lap] = [device(shelf).store, device(shelf).store]
  desk.save(place('a'), view('first'))
  await desk.sync()
  await lap.sync()
  desk.save(place('a'), view('better'))
  lap.remove(place('a'))
  await desk.sync()
  await lap.sync()
  expect([titles(lap), [...shelf.kept.keys()]]).toEqual([['better'], ['mine|view|a']])
})

test('a refused change stays on this device with the reason, and is not resent unchanged', async () => {
  const shelf = new Shelf()
  const { store } = device(shelf)
  shelf.refusal = { status: 422, kind: 'invalid' }
  store.save(place('a'), view('A'))
  await store.sync()
  const before = shelf.requests
  await store.sync()
  expect(store.list('view', 'paxum')).toEqual([
    { scope: 'mine', id: 'a', value: view('A'), isUnsent: false, refused: 'No.' },
  ])
  expect(shelf.requests - before).toBe(1)
  shelf.refusal = null
  store.save(place('a'), view('B'))
  await store.sync()
  expect(shelf.kept.get('mine|view|a')?.value).toEqual(view('B'))
})

test('a refused change of a shared document becomes one’s own, and the shared one stays', async () => {
  const shelf = new Shelf()
  const { store } = device(shelf)
  const shared = { ...place('team'), scope: 'shared' } as const
  store.save(shared, view('team'))
  await store.sync()
  shelf.refusal = { status: 403, kind: 'forbidden' }
  store.save(shared, view('mine'))
  await store.sync()
  expect(titles(store)).toEqual(['team', 'mine (copy)'])
})

test('a change made while sending goes out after a pause, not with the next poll', async () => {
  const shelf = new Shelf()
  const { store, clock } = device({
    async send(...what) {
      const answer = await shelf.send(...what)
      if (what[0].method === 'POST' && shelf.requests === 2) store.save(place('a'), view('B'))
      return answer
    },
  })
  const stop = store.start()
  store.save(place('a'), view('A'))
  await store.sync()
  clock.advance(1000)
  await expect.poll(() => shelf.kept.get('mine|view|a')?.value).toEqual(view('B'))
  stop()
})

test('a change without an answer, which may have arrived, can be undone', async () => {
  const shelf = new Shelf()
  let isLost = false
  const { store } = device({
    async send(...what) {
      const answer = await shelf.send(...what)
      if (isLost && what[0].method !== 'GET') throw new ApiError({ name: '', method: '', kind: 'timeout' })
      return answer
    },
  })
  store.save(place('a'), view('before'))
  await store.sync()
  isLost = true
  store.save(place('a'), view('after'))
  store.save(place('b'), view('new'))
  await store.sync()
  await store.sync()
  isLost = false
  store.save(place('a'), view('before'))
  store.remove(place('b'))
  await store.sync()
  expect([...shelf.kept.values()].map(({ value }) => value)).toEqual([view('before')])
  expect(titles(store)).toEqual(['before'])
})

type Step = { do: 'before' | 'after' | 'remove' | 'sync' | 'wait'; for: number }

test('the last change wins, in whatever order earlier answers arrive', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom('before', 'after', 'remove', 'sync', 'sync', 'wait', 'wait'),
    for: fc.nat(12),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const shelf = new Shelf()
      const { store } = device(shelf)
      let last: unknown
      for (const { do: what, for: turns } of steps) {
        if (what === 'sync') void store.sync()
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        if (what === 'remove') store.remove(place('a'))
        if (what === 'before' || what === 'after') store.save(place('a'), view(what))
        if (what === 'remove') last = undefined
        if (what === 'before' || what === 'after') last = view(what)
        expect(store.get('view', 'paxum', 'a')).toEqual(last)
      }
      for (let round = 0; round < 3; round++) await store.sync()
      expect(store.get('view', 'paxum', 'a')).toEqual(last)
      expect(shelf.kept.get('mine|view|a')?.value).toEqual(last)
    }),
    { numRuns: 1000 },
  )
})

type Act = { by: 0 | 1; id: 'a' | 'b'; do: 'save' | 'remove' | 'sync' | 'flip' }

test('two devices converge, and lose no value that nobody replaced knowingly', async () => {
  const act: fc.Arbitrary<Act> = fc.record({
    by: fc.constantFrom(0, 1),
    id: fc.constantFrom('a', 'b'),
    do: fc.constantFrom('save', 'save', 'remove', 'sync', 'sync', 'flip'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const shelf = new Shelf()
      const devices = [device(shelf), device(shelf)] as const
      /** Values that were written, less those that somebody who saw them replaced or removed. */
      const wanted = new Set<string>()
      const shown = (store: UserStore, id: string) => store.get('view', 'paxum', id) as { title: string } | undefined
      const nameOf = ({ title }: { title: string }) => title.replaceAll(' (copy)', '')
      let last = 0
      for (const { by, id, do: what } of acts) {
        const { store, online } = devices[by]
        const seen = shown(store, id)
        if (what === 'sync') await store.sync()
        else if (what === 'flip') online.is = !online.is
        else {
          if (seen) wanted.delete(nameOf(seen))
          if (what === 'remove') store.remove(place(id))
          else {
            last += 1
            wanted.add(`v${last}`)
            store.save(place(id), view(`v${last}`))
          }
        }
      }
      for (const { online } of devices) online.is = true
      for (let round = 0; round < 3; round++) for (const { store } of devices) await store.sync()
      const [one, two] = devices.map(({ store }) => store.list('view', 'paxum'))
      expect(one).toEqual(two)
      expect(one?.some(({ isUnsent }) => isUnsent)).toBe(false)
      const kept = [...shelf.kept.values()].map(({ value }) => value)
      expect(one?.every(({ value }) => kept.some((other) => isSameValue(other, value)))).toBe(true)
      const names = new Set(one?.map(({ value }) => nameOf(value as { title: string })))
      expect([...wanted].filter((name) => !names.has(name))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
