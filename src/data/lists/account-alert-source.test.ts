import { expect, test } from 'vitest'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Data } from '#src/data/data.ts'
import { Pending } from '#src/data/engine-client/pending.ts'
import type { ReplicaClient } from '#src/data/engine-client/replica-client.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { accountAlertRow } from '#tests/support/rows.ts'
import { createAccountAlertSource } from './account-alert-source.ts'

const row = (id: string) => accountAlertRow({ id })

/** A window whose replica is kept current or not, and a server that answers or fails as it is told. */
function windowWith({ isFed, server }: { isFed: boolean; server: AccountAlertItem[] | ApiError['kind'] }) {
  const asked: string[] = []
  const pending = new Pending()
  const replica: Pick<ReplicaClient, 'page' | 'sync' | 'subscribeRows'> = {
    page: async (_platform, _kind, _query, { isUnanswered }) => {
      asked.push(isUnanswered ? 'replica anyway' : 'replica')
      const kept = { items: [{ ...row('kept'), search: 'ada' }], total: 1, capped: true, at: 1 }
      return isFed || isUnanswered ? (kept as never) : null
    },
    sync: async () => undefined,
    subscribeRows: () => () => undefined,
  }
  const api = {
    send: async ({ path }: { path: string }) => {
      asked.push(path)
      if (typeof server === 'string') throw new ApiError({ kind: server, name: 'queue', method: 'GET' })
      return { items: server, total: server.length }
    },
  }
  const data = {
    api,
    pending,
    engine: { replica, snapshots: { get: async () => null, put: async () => undefined } },
    connectivity: { isOnline: () => true, subscribe: () => () => undefined },
  } as unknown as Data
  const belongs = ({ status }: AccountAlertItem) => status === 'new'
  const source = createAccountAlertSource(data, { platform: 'paxum', query: { 'status[]': ['new'] }, belongs })
  return { source, asked, pending }
}

const QUEUE = '/management/customers/account-alerts'
const rests = () => new Promise((resolve) => setTimeout(resolve))

test.each([
  [{ isFed: true, server: [row('listed')] }, ['replica'], ['kept']],
  [{ isFed: false, server: [row('listed')] }, ['replica', QUEUE], ['listed']],
  [{ isFed: false, server: 'offline' as const }, ['replica', QUEUE, 'replica anyway'], ['kept']],
  // a plain catalogue server has no such queue
  [{ isFed: false, server: 'missing' as const }, ['replica', QUEUE, 'replica anyway'], ['kept']],
  [{ isFed: false, server: 'forbidden' as const }, ['replica', QUEUE], []],
])('filter %j sends %j', async (how, order, ids) => {
  const { source, asked } = windowWith(how)
  await rests()
  expect([asked, Array.from({ length: source.total }, (_, i) => source.idAt(i))]).toEqual([order, ids])
  expect(source.state).toBe(ids.length > 0 ? 'ready' : 'failed')
  source.dispose()
})

test('a decided alert leaves the queue at once, and returns when it is undone', async () => {
  const { source, pending } = windowWith({ isFed: true, server: [] })
  await rests()
  const target = { platform: 'paxum', customerId: '100', alertId: 'kept' }
  const body = { status: 'await', sar: 0 }
  pending.change([
    {
      op: { opId: 'o', kind: 'accountAlert.status', target, body, at: 1, by: { id: 'u', name: 'Ana' } },
      group: 'g',
      commandId: 'c',
      label: 'Await',
      state: 'held',
      holdUntil: 0,
      seq: 1,
      attempts: 0,
      nextAt: 0,
    },
  ])
  expect([source.total, source.rowOf('kept')?.status]).toEqual([0, 'await'])
  pending.change([], ['o'])
  expect([source.total, source.rowOf('kept')?.status]).toEqual([1, 'new'])
  source.dispose()
})
