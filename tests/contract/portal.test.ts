// Something that answers in the server's place: over HTTP, with a page or with JSON, at the server's own address.
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { capabilities } from '#contract/calls/capabilities.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { caseNote } from '#contract/ops/case-note.ts'
import { SERVER_HEADER } from '#contract/request.ts'
import { fetchFromServer, requireServer, type ServerProof } from '#engine/base/server-proof.ts'
import { Transport } from '#engine/sender/transport.ts'
import { createApp } from '#server/app.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { makeListener } from '#server/http/listener.ts'
import { createApi } from '#src/data/net/api.ts'
import { createConnectivity, pingServer } from '#src/data/net/connectivity.ts'
import { storedProof } from '#src/data/net/stored-proof.ts'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

/** A portal's answer: to any request, with 200. */
const PORTALS: Readonly<Record<string, RequestListener>> = {
  'a page': (_, response) => void response.setHeader('content-type', 'text/html').end('<h1>Welcome to our Wi-Fi</h1>'),
  JSON: (_, response) => void response.setHeader('content-type', 'application/json').end('{"message":"Saved."}'),
  'JSON that names what was asked for': (_, response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end('{"items":[],"results":[],"ops":false,"total":0,"unknown":[],"ok":true}'),
  'no right': (_, response) =>
    void response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"No."}'),
  'an end of the session': (_, response) => void response.writeHead(401).end(),
}

let server: TestServer
let world: World
let http: Server
let origin: string
let portal: RequestListener | undefined
beforeAll(async () => {
  server = await testServer()
  world = await makeWorld(server.db)
  const app = getRequestListener(createApp(server.services).fetch)
  http = makeListener(securityHeaders(undefined), () => (request, response) => (portal ?? app)(request, response))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((closed) => http.close(closed))
  await server.close()
})
beforeEach(() => {
  portal = undefined
})

test.each<[string, string, RequestInit?]>([
  ['an answer', '/api/capabilities'],
  ['the sign of life', '/healthz'],
  ['a missing call', '/api/nothing'],
  ['a missing session', '/api/management/cases'],
  ['a page for customers', '/api/form/unknown'],
  ['a refused body', '/api/login/exchange', { method: 'POST', body: '{' }],
  ['a path that is refused before it is routed', '/api/%2e%2e/x'],
])('%s proves that it is the server’s', async (_, path, init) => {
  expect((await fetch(origin + path, init)).headers.get(SERVER_HEADER)).toBe('1')
})

test('a page of another origin may read the proof', async () => {
  const answer = await fetch(`${origin}/api/nothing`, { headers: { origin: 'https://window.example' } })
  expect(answer.headers.get('access-control-expose-headers')?.split(',')).toContain(SERVER_HEADER)
})

const failing = () => {
  throw new Error('not expected')
}
const fetcher = (url: string, init: RequestInit) => fetch(url, init)

/** The window's side: its calls and its heartbeat, with what it keeps in this browser. */
async function openWindow() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const proof = storedProof(storage)
  const clock = new VirtualClock()
  const connectivity = createConnectivity({
    clock,
    ping: () => pingServer(fetcher, origin, proof),
    hints: () => () => undefined,
  })
  const token = await server.token('analyst')
  const toSignIn: string[] = []
  const effects = new Proxy({}, { get: (_, name) => () => void toSignIn.push(String(name)) })
  const api = createApi({
    fetch: fetcher,
    accept: (response) => requireServer(response, proof),
    token: () => token,
    platform: () => 'paxum',
    effects: effects as never,
    now: () => 0,
    replies: 'lax',
    origin,
  })
  const state = () =>
    connectivity.isOnline() ? 'online' : connectivity.isOther() ? 'something else answers' : 'offline'
  return { api, connectivity, clock, state, kept, proof, effects: toSignIn }
}

describe.each(Object.entries(PORTALS))('a portal with %s', (_, answers) => {
  test('is not shown as read, is named, ends no session, and the window recovers by itself', async () => {
    const { api, connectivity, clock, state, effects } = await openWindow()
    await api.send(capabilities, {})
    portal = answers
    await expect(api.send(cases.list, {})).rejects.toMatchObject({ kind: 'offline' })
    await expect(api.open(cases.list, {})).rejects.toMatchObject({ kind: 'offline' })
    await expect(api.send(cases.note, { params: { caseId: 'PX1' }, body: { note: 'x' } })).rejects.toMatchObject({
      kind: 'offline',
    })
    expect(effects).not.toContain('toSignIn')
    const stop = connectivity.start()
    await expect.poll(state).toBe('something else answers')
    portal = undefined
    clock.advance(3000)
    await expect.poll(state).toBe('online')
    stop()
    await api.send(cases.list, {})
  })

  test.each([true, false])('acknowledges no operation, with idempotency keys: %s', async (hasKeys) => {
    const { id } = await world.addCase()
    const proof: ServerProof = { isProven: false }
    const transport = new Transport({
      fetch: fetchFromServer(fetcher, proof),
      clock: new VirtualClock(),
      base: `${origin}/api`,
      token: () => token,
      device: crypto.randomUUID(),
      incarnation: 'x',
    })
    const token = await server.token('analyst')
    const known = await transport.capabilities()
    const op = {
      opId: crypto.randomUUID(),
      kind: 'case.note',
      target: { platform: 'paxum', caseId: id, customerId: '' },
      body: { note: 'Kept.' },
      at: 0,
    }
    const row = { opId: op.opId, kind: 'case.note', platform: 'paxum', seq: 1, skewMs: 0, state: 'sending' }
    const one = { row, body: { op, kindV: caseNote.kindV, offline: false } } as never
    portal = answers
    const { outcomes, serverTime } = await transport.send([one], hasKeys ? known : null)
    expect(outcomes.map(({ type }) => type)).toEqual([hasKeys ? 'again' : 'unsure'])
    expect(serverTime).toBeNull()
    await expect(transport.unknownOf([op.opId])).rejects.toThrow('no answer')
    await expect(transport.bury([{ devSeq: 1, fate: 'discarded' }] as never)).rejects.toThrow('no answer')
    portal = undefined
    const sent = await transport.send([one], hasKeys ? known : null)
    expect(sent.outcomes.map(({ type }) => type)).toEqual(['ok'])
  })
})

test('a server that knows the catalogue alone is taken for one until a server proves itself, then never again', async () => {
  const { api, proof, kept } = await openWindow()
  portal = (_, response) => void response.setHeader('content-type', 'application/json').end('{"items":[],"total":0}')
  await api.send(cases.list, {})
  expect([proof.isProven, kept.size]).toEqual([false, 0])
  portal = undefined
  await api.send(capabilities, {})
  expect([proof.isProven, kept.size]).toEqual([true, 1])
  portal = PORTALS['JSON'] ?? failing
  await expect(api.send(cases.list, {})).rejects.toMatchObject({ kind: 'offline' })
})
