// The session's token is in a header of each call, and in no address: addresses are logged, shown and sent on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { eachCall } from '#contract/table.ts'
import { createConversation } from '#src/features/assistant/conversation.ts'
import { createApi } from '#src/data/net/api.ts'

const SECRET = 'the-token-of-the-session'

function open(answer: (url: string) => Response) {
  const asked: { url: string; headers: Record<string, string> }[] = []
  const api = createApi({
    fetch: async (url, init) => {
      asked.push({ url, headers: init.headers as Record<string, string> })
      return answer(url)
    },
    token: () => SECRET,
    platform: () => 'paxum',
    effects: { toSignIn() {}, toNotFound() {}, notify() {}, report() {} },
    replies: 'strict',
    now: () => 5,
  })
  return { api, asked }
}

afterEach(() => vi.unstubAllGlobals())

test.each([...eachCall()])('%s carries the token in a header and not in its address', async (_, call) => {
  const { api, asked } = open(() => Response.json({}))
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']))
  await api.open(call, { params } as never)
  const [{ url, headers } = { url: SECRET, headers: {} }] = asked
  expect(url).not.toContain(SECRET)
  expect(Object.values(headers)).toContain(SECRET)
})

test('the assistant is asked with a ticket for one call', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  let tickets = 0
  const { api, asked } = open((url) => {
    if (url.includes('/ticket/')) return Response.json({ token: `ticket-${(tickets += 1)}` })
    return url.includes('/history/') ? Response.json({ items: [] }) : new Response('Two.')
  })
  const conversation = createConversation(api, () => 'paxum')
  await conversation.open()
  await conversation.ask('How many cases are open?')
  const queries = asked.flatMap(({ url }) => new URL(url, 'http://docket.example').searchParams.get('token') ?? [])
  expect(queries).toEqual(['ticket-1', 'ticket-2'])
  expect(asked.filter(({ url }) => url.includes(SECRET))).toEqual([])
})

/** The addresses with a token, of which each is a ticket that the server made for it. */
const TICKETS = ['documents/read-document.ts', 'forms/acts.ts', 'assistant/conversation.ts']

/** The specification's aid for developers: its branch is not in a build. */
const IN_DEVELOPMENT = join('src', 'app', 'shell', 'top-bar.tsx')

test('no other part of the window puts a token into a query', () => {
  const sources = ['src', 'engine', 'sw'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  )
  const found = sources.filter((path) =>
    /query:\s*\{[^}]*\btoken\b|[?&](?:access_?)?token=|searchParams\.(?:set|append)\('(?:access_?)?token/i.test(
      readFileSync(path, 'utf8'),
    ),
  )
  expect(found.toSorted()).toEqual([IN_DEVELOPMENT, ...TICKETS.map((name) => join('src/features', name))].toSorted())
  expect(readFileSync(IN_DEVELOPMENT, 'utf8')).toMatch(
    /if \(!import\.meta\.env\.DEV[^\n]*\) return\n[^}]*\?accessToken=/,
  )
})
