import { expect, test } from 'vitest'
import { createReviewed } from './reviewed.ts'

/** Documents of one person, as a device keeps them. */
function documents() {
  const held = new Map<string, unknown>()
  return {
    get: (kind: string, platform: string, id: string) => held.get([kind, platform, id].join('|')),
    save: ({ kind, platform, id }: { kind: string; platform: string; id: string }, value: unknown) =>
      void held.set([kind, platform, id].join('|'), structuredClone(value)),
    subscribe: () => () => {},
  }
}

test('reviewed rows are found by another window of the same person, on their platform and in their list only', () => {
  const mine = documents()
  createReviewed(mine, 'cases', () => 'paxum').add('PX1')
  const reviewed = (list: string, platform: string, of = mine) => [...createReviewed(of, list, () => platform).ids()]
  expect(reviewed('cases', 'paxum')).toEqual(['PX1'])
  expect(reviewed('accountAlerts', 'paxum')).toEqual([])
  expect(reviewed('cases', 'paydek')).toEqual([])
  expect(reviewed('cases', 'paxum', documents())).toEqual([])
})

test('the set stays the same until something is added, and holds the latest', () => {
  const reviewed = createReviewed(documents(), 'cases', () => 'paxum')
  for (let n = 0; n <= 2000; n += 1) reviewed.add(`PX${n}`)
  const before = reviewed.ids()
  reviewed.add('PX7')
  expect(reviewed.ids()).toBe(before)
  expect([before.size, before.has('PX0'), before.has('PX2000')]).toEqual([2000, false, true])
})
