import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#src/data/net/errors.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { OfflineMarks } from './offline-marks.ts'
import { OfflinePack } from './offline-pack.ts'

const MINUTE = 60_000
const packs: OfflinePack[] = []
afterEach(() => {
  for (const pack of packs.splice(0)) pack.stop()
})

/** A device with a cache that is a map, and a server that answers whatever it is not told to refuse. */
class Device {
  readonly clock = new VirtualClock()
  readonly marks = new OfflineMarks()
  readonly stored = new Map<string, number>()
  readonly asked: string[] = []
  readonly refused = new Map<string, number | null>()
  /** Time from an answer to its being stored, ms; never where it is null. */
  storing: number | null = 0
  /** The event that an answer waits for. */
  held: Promise<void> = Promise.resolve()
  readonly queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  wanted: string[] = []
  isOnline = true
  isSparing = false
  pressed = -Infinity

  start(): OfflinePack {
    const pack = new OfflinePack({
      queries: this.queries,
      marks: this.marks,
      clock: this.clock,
      isOnline: () => this.isOnline,
      agesOf: async (keys) => keys.map((key) => this.stored.get(key) ?? null),
      itemOf: (id) => ({ id, queries: ['view', 'alerts'].map((part) => this.query(part, id)) }),
      wanted: async () => this.wanted,
      lastKey: () => this.pressed,
      isSparing: () => this.isSparing,
      whenIdle: (run) => run(),
      alone: (run) => run(),
    })
    packs.push(pack)
    pack.start()
    return pack
  }

  query(part: string, id: string) {
    const queryKey = [part, id]
    return {
      queryKey,
      // a query that takes the signal is cancelled when the last screen that shows it is left
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        this.asked.push(`${part} ${id}`)
        const status = this.refused.get(id)
        if (status !== undefined)
          throw new ApiError({
            kind: status === null ? 'offline' : 'missing',
            name: part,
            method: 'GET',
            ...(status !== null && { status }),
          })
        await this.held
        signal.throwIfAborted()
        const at = this.clock.now()
        const store = () => this.stored.set(JSON.stringify(queryKey), at)
        if (this.storing === 0) store()
        else if (this.storing !== null) this.clock.after(this.storing, store)
        return id
      },
    }
  }

  /** Lets time pass in small steps, so that whatever waits gets its turn. */
  async pass(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += 200) {
      this.clock.advance(200)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

test('does not repeat reads that are refused', async () => {
  const device = new Device()
  device.wanted = ['gone', 'a']
  device.refused.set('gone', 404)
  device.start()
  await device.pass(5 * MINUTE)
  expect(device.asked).toEqual(['view gone', 'view a', 'alerts a'])
  await device.pass(60 * MINUTE)
  expect(device.asked.filter((one) => one === 'view gone')).toHaveLength(2)
})

test('reads in order of priority, all of each, and keeps nothing in memory', async () => {
  const device = new Device()
  device.wanted = ['b', 'a', 'b']
  device.start()
  await device.pass(5000)
  expect(device.asked).toEqual(['view b', 'alerts b', 'view a', 'alerts a'])
  expect(device.queries.getQueryCache().getAll()).toEqual([])
  // nothing is new: nothing is asked
  await device.pass(10 * MINUTE)
  expect(device.asked).toHaveLength(4)
  await device.pass(30 * MINUTE)
  expect(device.asked).toHaveLength(8)
})

test('pauses while somebody types, on metered data, and without a network', async () => {
  const device = new Device()
  device.wanted = ['a']
  device.isSparing = true
  device.start()
  await device.pass(MINUTE)
  expect(device.asked).toEqual([])
  device.isSparing = false
  for (let i = 0; i < 10; i += 1) {
    device.pressed = device.clock.now()
    await device.pass(1000)
  }
  expect(device.asked).toEqual([])
  device.isOnline = false
  await device.pass(2 * MINUTE)
  expect(device.asked).toEqual([])
  device.isOnline = true
  await device.pass(2 * MINUTE)
  expect(device.asked).toEqual(['view a', 'alerts a'])
})

test('marks complete entries with the age of their oldest part', async () => {
  const device = new Device()
  const at = device.clock.now()
  device.stored.set('["view","a"]', at + 5).set('["alerts","a"]', at + 3)
  device.stored.set('["view","b"]', at)
  device.marks.look(['a', 'b', 'c'])
  expect(device.marks.ageOf('a')).toBeUndefined()
  device.start()
  await device.pass(1000)
  expect(['a', 'b', 'c'].map((id) => device.marks.ageOf(id))).toEqual([at + 3, undefined, undefined])
  const { version } = device.marks
  device.marks.look(['a', 'b', 'c'])
  await device.pass(1000)
  expect(device.marks.version).toBe(version)
})

test('reads at once what the user asks for, and counts the result', async () => {
  const device = new Device()
  device.refused.set('gone', 404)
  const pack = device.start()
  const seen: number[] = []
  const kept = await pack.keep(['a', 'gone', 'b'], (done) => seen.push(done))
  expect([kept, seen]).toEqual([2, [1, 2, 3]])
  device.marks.look(['a', 'b', 'gone'])
  await device.pass(1000)
  expect(['a', 'b', 'gone'].map((id) => device.marks.ageOf(id) !== undefined)).toEqual([true, true, false])
})

test('a read that it shares with a screen goes on when that screen is left', async () => {
  const device = new Device()
  let answer = () => {}
  device.held = new Promise((resolve) => (answer = resolve))
  const pack = device.start()
  const leave = new QueryObserver(device.queries, device.query('view', 'a')).subscribe(() => {})
  const kept = pack.keep(['a'], () => {})
  await device.pass(200)
  leave()
  answer()
  expect(await kept).toBe(1)
  expect(device.marks.ageOf('a')).not.toBeNull()
})

test('reading ahead goes on after a screen that shared a read was left', async () => {
  const device = new Device()
  let answer = () => {}
  device.held = new Promise((resolve) => (answer = resolve))
  device.wanted = ['a', 'b']
  const leave = new QueryObserver(device.queries, device.query('view', 'a')).subscribe(() => {})
  device.start()
  await device.pass(200)
  leave()
  answer()
  await device.pass(MINUTE)
  expect([...device.stored.keys()]).toContain('["alerts","b"]')
})

test('a record is counted once it is stored, late or not', async () => {
  const device = new Device()
  device.storing = 1000
  const late = device.start().keep(['a'], () => {})
  await device.pass(2000)
  expect(await late).toBe(1)
  expect(device.marks.ageOf('a')).not.toBeNull()
  device.storing = null
  const never = device.start().keep(['b'], () => {})
  await device.pass(10_000)
  expect(await never).toBe(0)
})
