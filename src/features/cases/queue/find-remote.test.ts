// The palette asks the server for pages of the specification's size, and shows the first few rows.
import { expect, test } from 'vitest'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { createApi } from '#src/data/net/api.ts'
import { caseRow } from '#tests/support/rows.ts'
import { findRemote } from './find-remote.ts'

test('the palette asks for a page as large as the specification states, and shows eight of it', async () => {
  const asked: URL[] = []
  const api = createApi({
    fetch: async (url) => {
      const at = new URL(url, 'http://server')
      asked.push(at)
      const items = at.pathname.endsWith('/cases')
        ? Array.from({ length: 20 }, (_, n) => caseRow({ id: `PX${n}` }))
        : []
      return Response.json({ items, total: items.length })
    },
    token: () => 'secret',
    platform: () => 'paxum',
    effects: { toSignIn() {}, toNotFound() {}, notify() {}, report() {} },
    replies: 'lax',
    now: () => 5,
  })
  const found = await findRemote(api, 'paxum', 'ada', ['case', 'rule'], new AbortController().signal)
  const sizes = asked.map(({ pathname, searchParams }) => [pathname.split('/').at(-1), searchParams.get('pageSize')])
  expect(sizes).toEqual([
    ['cases', String(PAGE_SIZES.cases)],
    ['rules', String(PAGE_SIZES.rules)],
  ])
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 8 }, (_, n) => `PX${n}`))
})
