// The server over real sockets: what comes before anybody has signed in, in pieces, too slowly, or as no request at all.
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Agent, request as send, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#server/core/log.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON } from '#tests/support/world.ts'
import { securityHeaders } from './headers.ts'
import { makeListener } from './listener.ts'

const PUBLIC_URL = 'https://docket.example'
let server: TestServer
let listener: Server
let port: number
beforeAll(async () => {
  server = await testServer({ now: () => NOON, env: { PUBLIC_URL } })
  await makeWorld(server.db)
  const app = getRequestListener(server.app.fetch)
  listener = makeListener(securityHeaders(PUBLIC_URL), () => app)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
afterAll(async () => {
  listener.closeAllConnections()
  listener.close()
  await server.close()
})

/** The server's answer to these bytes, until it closes. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const part of socket) answer += String(part)
  return answer
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const HEAD = 'Host: localhost\r\nConnection: close\r\n'

test('log lines of a streamed answer name its request', async () => {
  const lines: { requestId?: string }[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  let parts = 2
  const pull = (control: ReadableStreamDefaultController) => {
    log.info('a part')
    if (parts-- > 0) control.enqueue(Buffer.from('part'))
    else control.close()
  }
  const app = getRequestListener(() => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })))
  const streaming = makeListener({}, () => app).listen(0, '127.0.0.1')
  await once(streaming, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(streaming.address() as AddressInfo).port}/`)
  await answer.text()
  const id = answer.headers.get('request-id')
  expect([id, lines.map(({ requestId }) => requestId)]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), [id, id, id]])
  streaming.close()
})

test('an invalid HTTP request is answered with the security headers', async () => {
  const answers = {
    400: await raw('nonsense\r\n\r\n'),
    431: await raw(`GET / HTTP/1.1\r\n${HEAD}x: ${'x'.repeat(40_000)}\r\n\r\n`),
  }
  for (const [status, answer] of Object.entries(answers)) {
    expect(statusOf(answer)).toBe(Number(status))
    expect(answer).toContain('strict-transport-security: max-age=31536000')
    expect(answer).toContain('x-content-type-options: nosniff')
  }
  const answer = await raw(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`)
  expect(answer).toMatch(/strict-transport-security: max-age=31536000/)
})

test.each(['99999999999999999999999', '[::', 'a b'])('Host: %s is a bad request', async (host) => {
  expect(statusOf(await raw(`GET /api/login/info HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))).toBe(400)
})

test.each(['/api/management/allowlists/filters/%2e%2e', '/api/management/../metrics', '/api/%2E/login/info?x=1'])(
  'a path with dot segments is refused before it is resolved: %s',
  async (path) => expect(statusOf(await raw(`GET ${path} HTTP/1.1\r\n${HEAD}\r\n`))).toBe(400),
)

test('dots in a query or a name are not dot segments', async () => {
  const token = await server.token('analyst')
  const head = `${HEAD}auth-token: ${token}\r\nplatform: paxum\r\n`
  for (const path of ['/api/login/info?a=/../', '/api/management/user/search/...']) {
    expect(statusOf(await raw(`GET ${path} HTTP/1.1\r\n${head}\r\n`))).toBe(200)
  }
})

test('an unauthenticated request is refused before its body has arrived, and nothing of it is stored', async () => {
  const socket = connect(port, '127.0.0.1')
  // two pieces of a body whose end never comes
  socket.write(
    'POST /api/management/file_attachment/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401[^]*connection: close/i)
  socket.destroy()
})

test('a chunked body is counted while it arrives', async () => {
  const token = await server.token('analyst')
  const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const head = `auth-token: ${token}\r\nplatform: paxum\r\nTransfer-Encoding: chunked\r\n`
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`PATCH /api/management/case/note/PX1 HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`)
  for (let n = 0; n < 6; n += 1) socket.write(piece)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(statusOf(String(answer))).toBe(413)
  socket.destroy()
})

test('the body limit is low without a session', async () => {
  const body = JSON.stringify({ token: 'x'.repeat(100_000) })
  const head = `${HEAD}Content-Length: ${body.length}\r\n`
  expect(statusOf(await raw(`POST /api/login/refreshToken HTTP/1.1\r\n${head}\r\n${body}`))).toBe(413)
})

test('after a refused large body the connection answers the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (method: string, path: string, body = '') => {
    const request = send({ port, host: '127.0.0.1', agent, method, path, headers: { 'content-length': body.length } })
    request.end(body)
    const [response] = await once(request, 'response')
    response.resume()
    await once(response, 'end')
    return response.statusCode
  }
  const statuses = []
  for (let n = 0; n < 3; n += 1) {
    statuses.push(
      await ask('PATCH', '/api/management/case/note/PX1', 'x'.repeat(300_000)),
      await ask('GET', '/healthz'),
    )
  }
  expect(statuses).toEqual([401, 200, 401, 200, 401, 200])
  agent.destroy()
})

test('an upload that the client aborts is not a database failure', async () => {
  const token = await server.token('analyst')
  const metrics = async () => {
    const text = await (await server.fetch('/metrics')).text()
    return text.split('\n').filter((line) => line.includes('call="documentForms.attach"') && line.includes('_total'))
  }
  const socket = connect(port, '127.0.0.1')
  const head = `auth-token: ${token}\r\nplatform: paxum\r\nContent-Type: multipart/form-data; boundary=x\r\n`
  socket.write(
    `POST /api/management/file_attachment/ HTTP/1.1\r\nHost: localhost\r\n${head}Content-Length: 100000\r\n\r\n--x`,
  )
  await once(socket, 'connect')
  await expect.poll(async () => (await server.store.pool.query('select 1')).rowCount).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(async () => (await metrics()).join('\n')).toMatch(/status="4\d\d"/)
  expect((await metrics()).join('\n')).not.toMatch(/status="5/)
})

test('metrics are open to localhost, or with the token', async () => {
  const ask = async (headers: string, path = '/metrics') =>
    statusOf(await raw(`GET ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n`))
  expect(await ask('')).toBe(200)
  // passed on by a proxy on this machine
  expect(await ask('X-Forwarded-For: 203.0.113.7\r\n')).toBe(403)
  const METRICS_TOKEN = 'a-token-of-some-length'
  const own = await testServer({ env: { METRICS_TOKEN, RATE_LIMIT: '6' } })
  const figures = async (authorization?: string) =>
    (await own.fetch('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
  expect([await figures(), await figures('Bearer x'), await figures(`Bearer ${METRICS_TOKEN}`)]).toEqual([
    401, 401, 200,
  ])
  const probes = []
  for (let n = 0; n < 4; n += 1) probes.push((await own.fetch('/readyz')).status)
  expect(probes).toEqual([200, 200, 200, 429])
  await own.close()
})

test('invalid tokens are counted by address', async () => {
  const own = await testServer({ env: { RATE_LIMIT: '3' } })
  const statuses = []
  for (let n = 0; n < 4; n += 1) {
    statuses.push((await own.fetch('/api/login/info', { headers: { 'auth-token': `guess ${n}` } })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 429])
  await own.close()
})
