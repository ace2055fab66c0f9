// npm run fuzz -- [--n N] [--seed S]: requests made from the contract, most of them spoilt, over real sockets to the
// server in this process. Fails on any answer of 5xx, of a shape that the contract does not know, or that does not come.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import type { Call } from '#contract/call.ts'
import { eachCall } from '#contract/table.ts'
import { randomOf } from '#server/demo/random.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { makeListener } from '#server/http/listener.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { migrate } from '#server/store/migrate.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { isDatabaseGone, openPool } from '#server/store/pool.ts'
import { findRow } from '#tests/contract/roles/rows.ts'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { testServer } from '#tests/support/server.ts'
import { makeWorld } from '#tests/support/world.ts'
import { judge, type Verdict } from './judge.ts'
import { makeRequest, type Given } from './requests.ts'
import { Tally } from './tally.ts'
import { hostileText } from './values.ts'

const { values } = parseArgs({
  options: { n: { type: 'string', default: '3000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
})
const total = Number(values.n)
/** Requests that are under way at the same time. */
const SIDE_BY_SIDE = 8
/** An input that succeeds is made anew after so many requests: most that are spoilt change nothing. */
const WORN_AFTER = 12
/** A request without an answer after this time hangs, ms. */
const PATIENCE = 30_000
/** So often is asked again for what a request needs, where the database had no connection free in time. */
const TRIES = 5

await removeLeftovers()
const folder = makeFolder()
const embedded = await openEmbedded(folder)
const database = openPool(embedded.url, { size: 16, statementLimit: 20_000 })
await migrate(database.db)
const env = { DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT: '1000000000', SIGN_IN_LIMIT: '1000000000' }
const server = await testServer({ database, env })
const world = await makeWorld(server.db)
const app = getRequestListener(server.app.fetch)
const listener = makeListener(securityHeaders(undefined), () => app)
listener.listen(0, '127.0.0.1')
await once(listener, 'listening')
const { port } = listener.address() as AddressInfo

const random = randomOf(values.seed)
const calls = [...eachCall()]
const ids: string[] = ['outsider', 'superadmin', 'analyst']
const inputs = new Map<string, { input: Given; uses: number }>()
const tokens = new Map<string, string>()
const tally = new Tally()

console.log(`${total} requests, seed ${values.seed}`)
let sent = 0
let lastSaid = 0
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    while (sent < total) {
      sent += 1
      await one()
      if (sent - lastSaid < 10_000) continue
      lastSaid = sent
      console.log(`  ${sent}`)
    }
  }),
)
await checkAlive()
console.log(tally.table())
listener.closeAllConnections()
listener.close()
await server.close()
await embedded.close()
await removeFolder(folder)
const failures = tally.failures()
for (const line of failures.slice(0, 40)) console.error(line)
console.log(tally.sum())
process.exit(failures.length > 0 ? 1 : 0)

async function one(): Promise<void> {
  const [name, call] = random.pick(calls)
  const as = random.weighted<string | null>([
    ...DEMO_ACCOUNTS.map(({ id }): [string, number] => [id, id === 'superadmin' ? 5 : 1]),
    [null, 1],
    ['guess', 0.5],
  ])
  const account = as === null || as === 'guess' ? 'analyst' : as
  const given = withParams(call, await patiently(() => inputOf(name, account)))
  const request = makeRequest(call, given, { random, ids })
  request.headers['platform'] ??= random.weighted([
    ['paxum', 8],
    ['paydek', 1.5],
    ['atlantis', 0.3],
    ['', 0.2],
  ])
  if (call.host === 'kyc') request.headers['project'] ??= request.headers['platform']
  if (as !== null && call.roles !== 'public') request.headers['auth-token'] = await patiently(() => tokenOf(as))
  // it ends the session, or another token takes the place of this one
  if (name.startsWith('session.')) tokens.clear()
  const begun = performance.now()
  const verdict = await answerTo(request, (response) => judge(call, request.method, response))
  tally.add(name, { ...verdict, ms: performance.now() - begun }, () =>
    JSON.stringify({ as, ...request, body: request.body instanceof FormData ? 'a form' : request.body?.slice(0, 400) }),
  )
}

async function answerTo(
  { path, ...init }: ReturnType<typeof makeRequest>,
  read: (response: Response) => Promise<Verdict>,
): Promise<Verdict> {
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual', signal: patience })
    return await read(response)
  } catch (error) {
    const { cause } = error as { cause?: Error }
    return { status: 0, fault: patience.aborted ? 'no answer' : 'dropped', what: String(cause ?? error) }
  }
}

/** Calls that nobody signs in for have no input that succeeds: their parameters are something. */
function withParams(call: Call, { params = {}, ...given }: Given): Given {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    ...given,
    params: { ...Object.fromEntries(names.map((name) => [name, hostileText(random) || '1'])), ...params },
  }
}

/** Does something anew where the database could not be had: that says nothing of the request it is done for. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries === TRIES || !isDatabaseGone(error)) throw error
    }
  }
}

async function inputOf(name: string, account: string): Promise<Given> {
  const known = inputs.get(name)
  if (known && known.uses < WORN_AFTER) {
    known.uses += 1
    return known.input
  }
  const row = findRow(name)
  const made = await world.addCase({ ...row?.on, platform: random.chance(0.1) ? 'paydek' : 'paxum' })
  const input = ((await row?.input(made, world, account)) ?? {}) as Given
  inputs.set(name, { input, uses: 0 })
  ids.push(made.id, made.uuid, ...made.alertIds, ...Object.values(input.params ?? {}))
  ids.splice(0, Math.max(0, ids.length - 500))
  return input
}

async function tokenOf(account: string): Promise<string> {
  if (account === 'guess') return random.pick(['undefined', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', ' '])
  const token = tokens.get(account) ?? (await server.services.sessions.start(account))
  tokens.set(account, token)
  return token
}

/** After all of it the server still answers. */
async function checkAlive(): Promise<void> {
  const begun = performance.now()
  const verdict = await answerTo({ method: 'GET', path: '/readyz', headers: {} }, async (response) => {
    const what = await response.text()
    return { status: response.status, fault: response.ok ? null : '5xx', what }
  })
  tally.add('readyz', { ...verdict, ms: performance.now() - begun }, () => 'readyz')
}
