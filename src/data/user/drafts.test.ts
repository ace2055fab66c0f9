import { afterEach, expect, it } from 'vitest'
import type { Place } from '#engine/cache/user-documents.ts'
import type { EngineStatus } from '#src/data/engine-client/engine-client.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { createDrafts, draftLabels, flushDrafts } from './drafts.ts'
import type { Held } from './user-store.ts'

const DAY = 24 * 3_600_000

/** A device with documents on it, read when it is told to be. */
function device({ isRead = true } = {}) {
  const clock = new VirtualClock()
  const stored = new Map<string, { place: Place; value: unknown }>()
  const writes: unknown[] = []
  const listeners = new Set<() => void>()
  const at = { platform: 'paxum', isRead }
  const nameOf = (platform: string, id: string) => `${platform} ${id}`
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const user = {
    get: (_: unknown, platform: string, id: string) =>
      at.isRead ? stored.get(nameOf(platform, id))?.value : undefined,
    list: (_: unknown, platform: string) =>
      [...stored.values()]
        .filter(({ place }) => place.platform === platform)
        .map(({ place: { scope, id }, value }): Held => ({ scope, id, value, isUnsent: false, refused: null })),
    save(place: Place, value: unknown) {
      writes.push((value as { draft: unknown }).draft)
      stored.set(nameOf(place.platform, place.id), { place, value })
    },
    remove: (place: Place) => void stored.delete(nameOf(place.platform, place.id)),
    subscribe,
  }
  const engine = { status: () => ({ storage: at.isRead ? 'ok' : 'off' }) as EngineStatus, subscribe }
  return {
    clock,
    writes,
    at,
    labels: () => draftLabels(user, at.platform),
    tell: () => listeners.forEach((listener) => listener()),
    /** Those of another window of the device. */
    drafts: (kind = 'note') => createDrafts<string>({ user, engine, kind, platform: () => at.platform, clock }),
  }
}

afterEach(flushDrafts)

it('is there at once; the first key is written at once, later keys together', () => {
  const { clock, writes, drafts } = device()
  const written = drafts()
  for (const text of ['a', 'ab', 'abc']) written.write('7', text)
  expect([written.read('7'), writes]).toEqual(['abc', ['a']])
  clock.advance(150)
  clock.advance(150)
  expect(writes).toEqual(['a', 'abc'])
  expect([drafts().read('7'), drafts('form').read('7')]).toEqual(['abc', null])
})

it('is written before another is begun, and whenever everything must be', () => {
  const { writes, drafts } = device()
  const written = drafts()
  for (const text of ['a', 'ab']) written.write('7', text)
  for (const text of ['x', 'xy']) written.write('8', text)
  expect(writes).toEqual(['a', 'ab'])
  flushDrafts()
  expect(writes).toEqual(['a', 'ab', 'xy'])
  flushDrafts()
  expect(writes).toHaveLength(3)
})

it('is unknown before the device was read, and notifies then', () => {
  const { drafts, at, tell } = device({ isRead: false })
  drafts().write('7', 'ab')
  const next = drafts()
  const seen: unknown[] = []
  next.subscribe(() => seen.push(next.read('7')))
  expect([next.read('7'), next.read('8')]).toEqual([undefined, undefined])
  at.isRead = true
  tell()
  expect([seen[0], next.read('8')]).toEqual(['ab', null])
})

it('is deleted once it was sent, whether or not it had been written', () => {
  const { clock, drafts, labels } = device()
  const written = drafts()
  for (const text of ['a', 'ab']) written.write('7', text, 'Note on PX7')
  written.drop('7')
  clock.advance(1000)
  flushDrafts()
  expect([written.read('7'), drafts().read('7'), labels()]).toEqual([null, null, []])
})

it('belongs to the platform it was written on, also when stored later', () => {
  const { clock, drafts, at, labels } = device()
  const written = drafts()
  for (const text of ['a', 'ab']) written.write('7', text, 'Note on PX7')
  at.platform = 'paydek'
  expect(written.read('7')).toBeNull()
  clock.advance(150)
  expect(labels()).toEqual([])
  at.platform = 'paxum'
  expect([written.read('7'), labels()]).toEqual(['ab', ['Note on PX7']])
})

it('is kept for a week', () => {
  const { clock, drafts, labels } = device()
  drafts().write('old', 'one', 'Old')
  clock.advance(6 * DAY)
  drafts().write('new', 'two', 'New')
  expect(labels()).toEqual(['New', 'Old'])
  clock.advance(2 * DAY)
  drafts().write('new', 'three', 'New')
  expect(labels()).toEqual(['New'])
})
