import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { statusQuery } from '#contract/model/cases/case.ts'
import { STATUS_FILTERS } from '#contract/model/values.ts'
import { createApi } from '#src/data/net/api.ts'
import { listCases } from './list-cases.ts'

/** A server with so many cases; without a version it answers 404 to `/capabilities`. */
function open(total: number, version?: string) {
  const asked: string[] = []
  const api = createApi({
    fetch: async (url) => {
      if (url.endsWith('/capabilities')) {
        const known = { version, ops: true, feed: true, reasons: [], holdSeconds: 10, fourEyes: [], demo: false }
        return version === undefined ? new Response('', { status: 404 }) : Response.json(known)
      }
      asked.push(decodeURIComponent(url.replace(/^[^?]*\?/, '')))
      return Response.json({ items: [], total })
    },
    token: () => 'secret',
    platform: () => 'paxum',
    effects: { toSignIn() {}, toNotFound() {}, notify() {}, report() {} },
    replies: 'strict',
    now: () => 5,
  })
  return { data: { api, queries: new QueryClient() }, asked }
}

const statuses = (asked: string) => [...asked.matchAll(/status\[\]=(\w+)/g)].map(([, status]) => status)

it('asks a plain server for the stated statuses, ours for all that belong', async () => {
  const sent = async (version?: string) => {
    const { data, asked } = open(0, version)
    for (const filter of STATUS_FILTERS) await listCases(data, statusQuery(filter), { page: 1, pageSize: 20 }, {})
    return Object.fromEntries(asked.map((each, n) => [STATUS_FILTERS[n], statuses(each).toSorted().join(' ')]))
  }
  const both = { on: 'complete new str', 'New & Await': 'await new', new: 'new', await: 'await', error: 'error' }
  const same = { ...both, reject: 'reject', complete: 'complete' }
  const six = 'await complete error new process str'
  expect(await sent()).toEqual({ ...same, '': six, str: 'complete', process: 'complete' })
  expect(await sent('1.0')).toEqual({
    ...same,
    '': 'await complete error new process reject str',
    str: 'complete str',
    process: 'complete process',
  })
})

it.each([
  [undefined, 45, ['page=1&pageSize=20', 'page=2&pageSize=20', 'page=3&pageSize=20']],
  [undefined, 0, ['page=1&pageSize=20']],
  ['1.0', 45, ['page=1&pageSize=200']],
])('reads 200 rows of a server %j with %i cases', async (version, total, expected) => {
  const { data, asked } = open(total, version)
  await listCases(data, {}, { page: 1, pageSize: 200 }, {})
  expect(asked).toEqual(expected)
})

it('reads the second 200 from the eleventh page of a plain server on', async () => {
  const { data, asked } = open(230)
  await listCases(data, {}, { page: 2, pageSize: 200 }, {})
  expect(asked).toEqual(['page=11&pageSize=20', 'page=12&pageSize=20'])
})
