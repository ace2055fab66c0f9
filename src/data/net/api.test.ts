import { describe, expect, it } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { kyc } from '#contract/calls/kyc.ts'
import { session } from '#contract/calls/sign-in.ts'
import { createApi, type ApiPorts } from './api.ts'
import type { Note } from './error-behaviour.ts'
import { ApiError } from './errors.ts'
import { readAt } from './read-time.ts'

/** The effects on the screen, as text. */
function open(answer: () => Response | Promise<Response>, more: Partial<ApiPorts> = {}) {
  const did: string[] = []
  const requests: { url: string; headers: Record<string, string> }[] = []
  const api = createApi({
    fetch: async (url, init) => {
      requests.push({ url, headers: init.headers as Record<string, string> })
      return answer()
    },
    token: () => 'secret',
    platform: () => 'paxum',
    effects: {
      toSignIn: () => did.push('sign in'),
      toNotFound: () => did.push('not found'),
      notify: ({ tone, text, ms }: Note) => did.push(`${tone} ${text} ${ms}`),
      report: () => did.push('report'),
    },
    replies: 'strict',
    now: () => 5,
    ...more,
  })
  return { api, did, requests }
}

const note = { params: { caseId: 'PX1' }, body: { note: 'seen' } }
const refusal = (status: number, message?: string) => () =>
  Response.json(message === undefined ? {} : { status, title: 'x', message }, { status })

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((reason: unknown) => reason)
  return error instanceof ApiError ? error.kind : 'no error'
}

it('names the platform to the KYC service as a project', async () => {
  const { api, requests } = open(() => Response.json({ message: 'On its way.' }))
  await api.send(kyc.export, { body: { email: 'mara@docket.example' } })
  await api.send(cases.note, note).catch(() => undefined)
  expect(requests.map(({ url, headers }) => [url, headers['project']])).toEqual([
    ['/api/kyc/export', 'paxum'],
    ['/api/management/case/note/PX1', undefined],
  ])
})

describe('a call that fails', () => {
  it.each([
    [refusal(401), 'unauthorised', ['sign in']],
    [refusal(403, 'Only managers reopen'), 'forbidden', ['error Only managers reopen 6000']],
    [refusal(500, 'broken'), 'server', []],
    [refusal(409, 'Closed already'), 'conflict', ['error Closed already 6000']],
    [refusal(404), 'missing', ['error No answer or no existing method: /management/case/note/{caseId} 6000']],
  ] as const)('has the effect that the catalogue of errors defines: %#', async (answer, kind, does) => {
    const { api, did } = open(answer)
    expect({ kind: await kindOf(api.send(cases.note, note)), did }).toEqual({ kind, did: does })
  })

  it('shows a message that nobody answered, in place of the name of a call', async () => {
    const { api } = open(() => Promise.reject(new TypeError('no route')))
    const wordsOf = (sent: Promise<unknown>) => sent.catch((error: unknown) => (error as ApiError).message)
    expect(await wordsOf(api.send(cases.view, { params: { caseId: 'PX1' } }))).toBe(
      'The server cannot be reached, and this is not saved on this device.',
    )
    expect(await wordsOf(api.send(cases.note, note))).toBe('The server cannot be reached: nothing was sent.')
  })

  it.each([502, 503, 504])('is silent as a read where a proxy answers for the server: %i', async (status) => {
    const html = () => new Response('<h1>Bad gateway</h1>', { status })
    const { api, did } = open(html)
    expect({ kind: await kindOf(api.send(cases.view, { params: { caseId: 'PX1' } })), did }).toEqual({
      kind: 'offline',
      did: [],
    })
    // a write may have reached the server, and what the server says itself is shown
    const written = open(html)
    expect(await kindOf(written.api.send(cases.note, note))).toBe('server')
    const told = open(refusal(status, 'Too many exports'))
    await kindOf(told.api.send(cases.view, { params: { caseId: 'PX1' } }))
    expect([written.did, told.did]).toEqual([[expect.stringContaining('No answer')], ['error Too many exports 6000']])
  })

  it('leads to /notFound from a forbidden read, and keeps the screen of a write', async () => {
    const { api, did } = open(refusal(403))
    await kindOf(api.send(cases.view, { params: { caseId: 'PX1' } }))
    expect(did).toEqual(['not found'])
  })

  it.each([
    [403, 'forbidden'],
    [404, 'missing'],
    [409, 'conflict'],
  ])('changes nothing on the screen in the background: %i', async (status, kind) => {
    const { api, did } = open(refusal(status))
    expect({ kind: await kindOf(api.send(cases.note, note, { quiet: true })), did }).toEqual({ kind, did: [] })
  })

  it('leads to sign-in where the session ended, even in the background', async () => {
    const { api, did } = open(refusal(401))
    await kindOf(api.send(cases.note, note, { quiet: true }))
    expect(did).toEqual(['sign in'])
    // a call without a session says nothing of it
    await kindOf(api.send(session.refresh, { body: { token: 'old' } }, { quiet: true }))
    expect(did).toEqual(['sign in'])
  })

  it('in a section leads to /notFound where it is forbidden, and otherwise is shown by the section', async () => {
    const forbidden = open(refusal(403))
    await kindOf(forbidden.api.send(cases.view, { params: { caseId: 'PX1' } }, { quiet: 'section' }))
    expect(forbidden.did).toEqual(['not found'])
    const missing = open(refusal(404))
    await kindOf(missing.api.send(cases.view, { params: { caseId: 'PX1' } }, { quiet: 'section' }))
    expect(missing.did).toEqual([])
  })

  it('is retried once the server has heard of an unlock', async () => {
    let isLocked = true
    const { api, did, requests } = open(() => (isLocked ? refusal(401)() : Response.json({ message: 'Saved.' })), {
      revive: async () => {
        isLocked = false
        return true
      },
    })
    await api.send(cases.note, note, { notify: false })
    expect([did, requests.length]).toEqual([[], 2])
  })

  it('is retried with the token that another tab has meanwhile, and does not end that session', async () => {
    let token = 'old'
    const answers = [refusal(401), () => Response.json({ message: 'Saved.' })]
    const { api, did, requests } = open(
      () => {
        token = 'new'
        return answers.shift()?.() ?? refusal(500)()
      },
      { token: () => token },
    )
    await api.send(cases.note, note, { notify: false })
    expect([did, requests.map(({ headers }) => headers['auth-token'])]).toEqual([[], ['old', 'new']])
  })

  it('is not sent without a session', async () => {
    const { api, did, requests } = open(refusal(500), { token: () => null })
    expect(await kindOf(api.send(session.info, {}))).toBe('unauthorised')
    expect([did, requests]).toEqual([['sign in'], []])
  })

  it('is not sent with a token that is the text "undefined"', async () => {
    const { api, did, requests } = open(refusal(500), { token: () => 'undefined' })
    expect({ kind: await kindOf(api.send(session.info, {})), did, requests }).toEqual({
      kind: 'unauthorised',
      did: ['sign in'],
      requests: [],
    })
  })

  it('distinguishes no answer from a cancelled request', async () => {
    const stop = new AbortController()
    const { api, did } = open(() => Promise.reject(new TypeError('no route')))
    expect(await kindOf(api.send(session.info, {}))).toBe('offline')
    stop.abort()
    expect(await kindOf(api.send(session.info, {}, { signal: stop.signal }))).toBe('cancelled')
    const slow = open(() => Promise.reject(new DOMException('slow', 'TimeoutError')))
    expect({ kind: await kindOf(slow.api.send(session.info, {})), did }).toEqual({ kind: 'timeout', did: [] })
  })

  it('shows nothing if it was cancelled while the answer arrived', async () => {
    const stop = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        stop.abort()
        controller.error(stop.signal.reason)
      },
    })
    const { api, did } = open(() => new Response(body))
    expect({ kind: await kindOf(api.send(session.info, {}, { signal: stop.signal })), did }).toEqual({
      kind: 'cancelled',
      did: [],
    })
  })

  it('treats a page or another shape as no answer, fatal only where that is requested', async () => {
    const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    expect(await kindOf(open(page).api.send(session.info, {}))).toBe('garbled')
    const odd = () => Response.json({ id: 1 })
    expect(await kindOf(open(odd).api.send(session.info, {}))).toBe('garbled')
    const lax = open(odd, { replies: 'lax' })
    expect({ reply: await lax.api.send(session.info, {}), did: lax.did }).toEqual({ reply: { id: 1 }, did: ['report'] })
  })
})

describe('a call that succeeds', () => {
  it('sends token, version and platform, and shows the notice of the specification', async () => {
    const { api, did, requests } = open(() => Response.json({ message: 'ok' }))
    await api.send(cases.note, note)
    await api.send(cases.note, note, { notify: false, platform: 'paydek' })
    expect({ did, requests }).toEqual({
      did: ['success SAVE 2000'],
      requests: ['paxum', 'paydek'].map((platform) => ({
        url: '/api/management/case/note/PX1',
        headers: { 'auth-token': 'secret', 'client-version': '2.0.9', platform, 'content-type': 'application/json' },
      })),
    })
  })

  it('records when the answer and its items were requested', async () => {
    const { api } = open(() => Response.json({ items: [], total: 0 }))
    expect(readAt(await api.send(cases.list, {}))).toBe(5)
  })
})
