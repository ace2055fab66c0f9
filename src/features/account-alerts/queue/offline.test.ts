// Account alerts are read ahead.
import { expect, test } from 'vitest'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Data } from '#src/data/data.ts'
import { reads } from './offline.ts'

const alert = (id: string) => ({ id, customerId: `c${id}`, platform: 'paxum' }) as AccountAlertItem

test('alerts assigned to the user are read ahead without a list, after the next five of the queue', async () => {
  const asked: unknown[] = []
  const shown = new Map(['1', '2', '3', '4', '5', '6'].map((id) => [id, alert(id)]))
  const pack = reads({
    api: {} as Data['api'],
    replica: {
      page: async (...args: unknown[]) => {
        asked.push(args.slice(0, 3))
        return { items: [alert('90'), alert('91')], total: 2, capped: false, at: 0 } as never
      },
    },
    me: () => ({ id: 'u1', name: 'Ana' }),
    rowOf: (id) => shown.get(id),
    platform: () => 'paxum',
    next: () => [...shown.keys()],
  })
  const wanted = await pack.wanted()
  expect(wanted).toEqual(['1', '2', '3', '4', '5', '90', '91', '1', '2', '3', '4', '5', '6'])
  const open = ['new', 'await', 'in_progress', 'notification_sent']
  expect(asked).toEqual([['paxum', 'accountAlert', { 'status[]': expect.arrayContaining(open), user: 'u1' }]])
  expect(wanted.map((id) => pack.itemOf(id).queries.length)).toEqual(wanted.map(() => 6))
})
