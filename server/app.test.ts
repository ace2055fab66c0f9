import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { session } from '#contract/calls/sign-in.ts'
import { eachCall } from '#contract/table.ts'
import { CATALOGUE } from '#tests/contract/catalogue.ts'
import { testServer, type As } from '#tests/support/server.ts'
import { UNSCOPED } from '#server/http/authenticate.ts'
import { listRoutes } from './http/routes.ts'
import { startServer } from '#tests/support/start-world.ts'

const server = await startServer()

const closed = [...eachCall()].filter(([, call]) => call.roles !== 'public')

/** Something for every path parameter; `platform` is one that everybody but the outsider has. */
function anyInput(call: Call): never {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  return { params: Object.fromEntries(names.map((name) => [name, name === 'platform' ? 'paxum' : '1'])) } as never
}
const status = async (call: Call, as: As) => (await server.send(call, anyInput(call), as)).status

describe('access control over the whole contract', () => {
  test.each(closed)('%s requires a session', async (_, call) => {
    expect(await status(call, { as: null })).toBe(401)
    expect(await status(call, { as: null, headers: { 'auth-token': 'undefined' } })).toBe(401)
    expect(await status(call, { as: null, headers: { 'auth-token': 'eyJhbGciOiJub25lIn0.e30.' } })).toBe(401)
  })

  test.each(closed)('%s is closed to an account without the platform', async (_, call) => {
    expect(await status(call, { as: 'outsider' })).toBe(403)
    expect(await status(call, { as: 'analyst-px', platform: 'paydek' })).toBe(403)
  })

  test.each(closed.filter(([, call]) => call.path.includes('{platform}')))(
    '%s is closed to another platform in its path',
    async (_, call) => expect(await status(call, { as: 'outsider', platform: null })).toBe(403),
  )
})

test('a platform in query or body is checked like the header', async () => {
  const own = { as: 'analyst-px' } as const
  await expect(server.call(cases.list, { query: { platform: 'paydek' } }, own)).rejects.toMatchObject({ status: 403 })
  const response = await server.fetch('/api/management/clone-rule/', {
    method: 'POST',
    headers: { 'auth-token': await server.token('analyst-px'), platform: 'paxum' },
    body: JSON.stringify({ ruleId: '1', platform: 'paydek' }),
  })
  expect(response.status).toBe(403)
})

test('a call that needs a platform and names none is malformed', async () => {
  await expect(server.call(alerts.list, { query: { caseId: 'PX1' } }, { platform: null })).rejects.toMatchObject({
    status: 400,
    problem: { message: expect.stringContaining('platform') },
  })
})

test('the list of calls without a platform names calls of the contract', () => {
  const paths = new Set([...eachCall()].map(([, call]) => call.path))
  expect([...UNSCOPED].filter((path) => !paths.has(path))).toEqual([])
})

test('malformed input is answered with the name of the field', async () => {
  const token = await server.token('analyst')
  const headers = { 'auth-token': token, platform: 'paxum' }
  const answers = await Promise.all(
    [
      ['/api/management/cases?status[]=lost', {}],
      ['/api/management/cases?page=0', {}],
      ['/api/management/case/note/PX1', { method: 'PATCH', body: '{"note": 7}' }],
      ['/api/management/case/note/PX1', { method: 'PATCH', body: '{"note": ' }],
      [
        '/api/management/attachToAlert/1',
        { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      ],
    ].map(async ([path, init]) => {
      const given = init as RequestInit
      const response = await server.fetch(path as string, { ...given, headers: { ...headers, ...given.headers } })
      return [
        response.status,
        response.headers.get('content-type'),
        ((await response.json()) as { message: string }).message,
      ]
    }),
  )
  expect(answers).toEqual([
    [400, 'application/problem+json', expect.stringMatching(/^status\[\]\.0: /)],
    [400, 'application/problem+json', expect.stringMatching(/^page: /)],
    [400, 'application/problem+json', expect.stringMatching(/^note: .*text/)],
    [400, 'application/problem+json', 'body: not JSON'],
    [400, 'application/problem+json', 'body: not a multipart form'],
  ])
})

test('a body beyond the limit is refused', async () => {
  const body = JSON.stringify({ note: 'x'.repeat(5 * 1024 * 1024) })
  const response = await server.fetch('/api/management/case/note/PX1', {
    method: 'PATCH',
    headers: { 'auth-token': await server.token('analyst'), platform: 'paxum', 'content-length': String(body.length) },
    body,
  })
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ message: 'The limit is 4 MiB.' }),
  ])
})

test('an unknown call is a 404 with the method’s name, and may not be cached', async () => {
  const response = await server.fetch('/api/management/cases/')
  expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
    404,
    'no-store',
    expect.objectContaining({ message: 'No answer or no existing method: GET /api/management/cases/' }),
  ])
})

test('an internal error reveals nothing but a reference number', async () => {
  const broken = await testServer()
  const token = await broken.token('analyst')
  await broken.store.pool.query('alter table session rename to gone')
  const response = await broken.fetch('/api/login/info', { headers: { 'auth-token': token } })
  const body = (await response.json()) as { message: string }
  const id = response.headers.get('request-id') as string
  expect(id).toHaveLength(36)
  expect([response.status, body.message]).toEqual([500, `Something went wrong here. Quote ${id} when you report it.`])
  await broken.close()
})

test('every line of the log names its request, of which the client is told', async () => {
  const lines: { msg: string; requestId?: string }[] = []
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logging = await testServer({ env: { LOG_LEVEL: 'info' }, logTo })
  const token = await logging.token('analyst')
  const info = () => logging.fetch('/api/login/info', { headers: { 'auth-token': token } })
  const [first, second, missing] = await Promise.all([info(), info(), logging.fetch('/api/nothing')])
  await logging.store.pool.query('alter table session rename to gone')
  const failed = await info()
  const known = [first, second, missing].map((each) => [each?.headers.get('request-id'), 'request'])
  const id = failed.headers.get('request-id')
  const wanted = [...known, [id, 'a request failed'], [id, 'request']]
  expect(lines.map(({ requestId, msg }) => [requestId, msg]).toSorted()).toEqual(wanted.toSorted())
  expect(new Set([...known.map(([each]) => each), id]).size).toBe(4)
  await logging.close()
})

test('too many requests of one account are delayed, others continue', async () => {
  const small = await testServer({ env: { RATE_LIMIT: '2' } })
  const info = (as: string) => small.send(session.info, {}, { as })
  const statuses = [await info('analyst'), await info('analyst'), await info('analyst'), await info('manager')]
  expect(statuses.map((each) => each.status)).toEqual([200, 200, 429, 200])
  expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await small.close()
})

test('a literal path takes precedence over a parameter', () => {
  const paths = listRoutes().map(({ call, path }) => `${call.method} ${path}`)
  const before = (a: string, b: string) => expect(paths.indexOf(a)).toBeLessThan(paths.indexOf(b))
  before(
    'GET /api/management/alerts/:platform/:customerId/info',
    'GET /api/management/alerts/:platform/:customerId/:ruleId',
  )
  before(
    'GET /api/management/document_form/list/:platform/:query',
    'GET /api/management/document_form/:platform/:customerId/:type',
  )
  before(
    'POST /api/management/document_form/approve/:uuid',
    'POST /api/management/document_form/:platform/:type/:customerId',
  )
})

test('the catalogue-only server has exactly the calls of the specification, at our address where it gives none', () => {
  const plain = new Set(listRoutes(true).map(({ call }) => call))
  const specified = new Set(CATALOGUE.map(([line]) => line))
  const named = [...eachCall()].filter(([, call]) => plain.has(call) && !specified.has(`${call.method} ${call.path}`))
  // docs/design/specification.md#calls, but for the queue of account alerts, which a plain server does not have (docs/design/specification.md#calls)
  expect(named.map(([name]) => name)).toEqual([
    'accountAlerts.resolve',
    'accountAlerts.resolveByRule',
    'customers.contract',
    'metrics.newCases',
    'metrics.newCustomersByRule',
    'documentForms.pdf',
    'documentForms.uploadSigned',
    'documentForms.document',
    'kyc.export',
    'files.fetch',
  ])
  expect(plain.size).toBe(CATALOGUE.length + named.length)
})

test('a call that it lacks is a 404', async () => {
  const plain = await testServer({ env: { CATALOGUE_ONLY: '1' } })
  const routed = new Set(listRoutes(true).map(({ name }) => name))
  const statuses: Record<string, number> = {}
  for (const { name, call, path } of listRoutes().filter((one) => !routed.has(one.name))) {
    const answer = await plain.fetch(path.replaceAll(/:\w+/g, '1'), { method: call.method })
    // with an address in common with a call of the catalogue it is that one's 401
    if (answer.status !== 401) statuses[name] = answer.status
  }
  expect([...new Set(Object.values(statuses))]).toEqual([404])
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['sync.ops', 'cases.managers', 'accountAlerts.queue']))
  expect((await plain.fetch('/api/login/info')).status).toBe(401)
  await plain.close()
})

test('a window on an allowed origin may send its headers and read the response headers', async () => {
  const own = await testServer({ env: { SPA_HOSTS: 'http://window.example' } })
  const origin = 'http://window.example'
  const sent = ['auth-token', 'client-version', 'platform', 'project', 'content-type', 'if-match', 'idempotency-key']
  const asked = await own.fetch('/api/management/cases', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': sent.join(',') },
  })
  const listOf = (response: Response, name: string) => (response.headers.get(name) ?? '').toLowerCase().split(',')
  expect(listOf(asked, 'access-control-allow-headers')).toEqual(expect.arrayContaining(sent))
  const answer = await own.fetch('/api/login/info', { headers: { origin } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(listOf(answer, 'access-control-expose-headers')).toEqual(
    expect.arrayContaining(['etag', 'content-disposition', 'retry-after', 'date', 'x-device']),
  )
  await own.close()
})
