import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#server/audit/audit.ts'
import { readConfig } from '#server/core/config.ts'
import { serve, type Running } from '#server/serve.ts'
import { Browser } from '#tests/support/browser.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openSingleSignOn } from '#tests/support/single-sign-on.ts'

let database: TestDatabase
let server: Running
const start = async (env: Record<string, string> = {}) =>
  serve(
    readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      DEMO_SIGN_IN: '1',
      LOG_LEVEL: 'silent',
      SPA_HOSTS: 'http://window.example',
      ...env,
    }),
    pino({ level: 'silent' }),
  )
beforeAll(async () => {
  database = await testDatabase()
  server = await start()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const loginUrl = (spaHost: string, on = server.url) =>
  `${on}/api/login/azure?auth=1&spa_host=${encodeURIComponent(spaHost)}`
const isCallback = (next: URL) => next.pathname === '/api/login/callback'
const isReturn = (next: URL) => next.pathname === '/authorize'
const choose = (account: string) => ({ method: 'POST', body: new URLSearchParams({ account }) })

/** Signs in as a person would, up to where the window gets its code. */
async function signIn(account: string, on = server.url, spaHost = on) {
  const browser = new Browser()
  const page = await browser.follow(loginUrl(spaHost, on), isReturn)
  expect(page.response.status).toBe(200)
  const back = await browser.follow(page.at, isReturn, choose(account))
  return { ...back, browser }
}

const post = (path: string, body: unknown, on = server.url) =>
  fetch(on + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
/** In the browser that began, or in another one. */
const exchange = (accessToken: string, browser = new Browser(), on = server.url) =>
  browser.request(`${on}/api/login/exchange`, { method: 'POST', body: JSON.stringify({ accessToken }) })
const get = (path: string, token: string) => fetch(server.url + path, { headers: { 'auth-token': token } })

async function tokenFor(account: string): Promise<string> {
  const { at, browser } = await signIn(account)
  const answer = await exchange(at.searchParams.get('accessToken') ?? '', browser)
  return ((await answer.json()) as { token: string }).token
}

test.each([
  'http://evil.example',
  'http://window.example.evil.example',
  'http://x@localhost:1',
  'javascript:alert(1)',
  '',
])('an spa_host that is not on the list is refused: %s', async (spaHost) => {
  const response = await fetch(loginUrl(spaHost), { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
  expect(((await response.json()) as { message: string }).message).toMatch(/^spa_host: /)
})

test('a callback with an unknown or foreign state signs nobody in', async () => {
  const bare = await fetch(`${server.url}/api/login/callback?code=x&state=y`, { redirect: 'manual' })
  expect([bare.status, await bare.text()]).toEqual([400, expect.stringContaining('took too long')])

  const victim = new Browser()
  await victim.request(loginUrl(server.url))
  const attacker = new Browser()
  const page = await attacker.follow(loginUrl(server.url), isReturn)
  const { at } = await attacker.follow(page.at, isCallback, choose('analyst'))
  const response = await victim.request(at)
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('did not work')])
})

test('a person without an account is told so', async () => {
  await database.db.updateTable('account').set({ email: 'other@docket.example' }).where('id', '=', 'analyst2').execute()
  const { response } = await signIn('analyst2')
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('no account here')])
})

test('a demo account that does not exist is refused', async () => {
  const browser = new Browser()
  const page = await browser.follow(loginUrl(server.url), isReturn)
  expect((await browser.request(page.at, choose('root'))).status).toBe(400)
})

test('sign-in works end to end: page, redirect, single-use code, session, audit', async () => {
  const browser = new Browser()
  const page = await browser.follow(loginUrl(server.url), isReturn)
  const html = await page.response.text()
  expect(html.match(/data-key="\d" aria-keyshortcuts="\d"/g)).toHaveLength(8)
  expect(html).not.toMatch(/<style|<script(?! type="module" src)|\son\w+=|\sstyle=/)
  expect(page.response.headers.get('content-security-policy')).toContain(`form-action 'self' http://window.example;`)

  const { at } = await browser.follow(page.at, isReturn, choose('manager'))
  expect(at.origin).toBe(server.url)
  const code = at.searchParams.get('accessToken') ?? ''
  // the code is no token: in a browser's history it is worth nothing
  expect((await get('/api/login/info', code)).status).toBe(401)
  const { token } = (await (await exchange(code, browser)).json()) as { token: string }
  expect((await exchange(code, browser)).status).toBe(401)
  expect(await (await get('/api/login/info', token)).json()).toEqual({
    id: 'manager',
    fullName: 'Ingrid Okafor',
    firstName: 'Ingrid',
    lastName: 'Okafor',
    email: 'manager@docket.example',
    roles: ['analyst', 'manager'],
  })
  const entry = await database.db
    .selectFrom('audit')
    .select(['actor', 'action'])
    .orderBy('n', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({ actor: 'manager', action: 'sign in' })
  expect(await verifyChain(database.db)).not.toHaveProperty('broken')
})

test('a link with another person’s code or token signs nobody in, and consumes nothing', async () => {
  const { at, browser } = await signIn('manager')
  const code = at.searchParams.get('accessToken') ?? ''
  const victim = new Browser()
  // with a sign-in of their own under way, too
  await victim.request(loginUrl(server.url))
  expect((await exchange(code, victim)).status).toBe(401)
  expect((await exchange(code)).status).toBe(401)
  const { token } = (await (await exchange(code, browser)).json()) as { token: string }
  expect((await exchange(token, victim)).status).toBe(401)
  expect((await exchange(token, browser)).status).toBe(401)
})

test('two concurrent uses of a code make one session', async () => {
  const { at, browser } = await signIn('analyst')
  const code = at.searchParams.get('accessToken') ?? ''
  const answers = await Promise.all([1, 2, 3].map(() => exchange(code, browser)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

test('a window on another allowed origin gets its code, and may send requests', async () => {
  const { at } = await signIn('analyst', server.url, 'http://window.example')
  expect(at.origin).toBe('http://window.example')
  const response = await fetch(`${server.url}/api/login/info`, {
    method: 'OPTIONS',
    headers: { origin: at.origin, 'access-control-request-method': 'GET' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(at.origin)
  const other = await fetch(`${server.url}/api/login/info`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'GET' },
  })
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

test('a catalogue-only server hands over the token itself', async () => {
  const plain = await start({ CATALOGUE_ONLY: '1' })
  const { at } = await signIn('analyst', plain.url)
  const token = at.searchParams.get('accessToken') ?? ''
  expect((await get('/api/login/info', token)).status).toBe(200)
  // one with the additions takes no token for a code
  expect((await exchange(token)).status).toBe(401)
  await plain.close()
})

async function platformsOf(account: string): Promise<string[]> {
  const response = await get('/api/management/user/platforms/', await tokenFor(account))
  return ((await response.json()) as { items: { code: string }[] }).items.map(({ code }) => code)
}

test('the accessible platforms depend on the account', async () => {
  expect(await platformsOf('analyst-px')).toEqual(['PX'])
  expect(await platformsOf('outsider')).toEqual([])
  expect(await platformsOf('superadmin')).toHaveLength(12)
})

test('signing out ends the session on the server', async () => {
  const token = await tokenFor('analyst')
  expect(await (await get('/api/logout', token)).json()).toEqual({ logoutUrl: '' })
  expect((await get('/api/login/info', token)).status).toBe(401)
  expect((await get('/api/logout', token)).status).toBe(200)
})

test('unlocking needs authentication, not merely an existing session at the provider', async () => {
  const provider = await openSingleSignOn('manager@docket.example')
  const away = await start({ OIDC_ISSUER: provider.issuer, DEMO: 'none' })
  /** The window's result of a sign-in at the provider without a question of ours. */
  const wayThrough = async (anew: string) => {
    const browser = new Browser()
    const { at, response } = await browser.follow(loginUrl(away.url, away.url) + anew, isReturn)
    const code = at.searchParams.get('accessToken')
    if (code === null) return response.status
    return ((await (await exchange(code, browser, away.url)).json()) as { fresh?: boolean }).fresh
  }
  expect(await wayThrough('')).toBeUndefined()
  expect(await wayThrough('&anew=1')).toBe(true)
  // one that pays no heed is found out by what it says itself
  provider.obeys = false
  expect(await wayThrough('&anew=1')).toBe(403)
  await away.close()
  await provider.close()
})

test('an account is a subject at one provider, and is linked by a verified address', async () => {
  const provider = await openSingleSignOn('manager@docket.example')
  const away = await start({ OIDC_ISSUER: provider.issuer, DEMO: 'none' })
  const account = () =>
    database.db.selectFrom('account').select(['issuer', 'subject']).where('id', '=', 'manager').executeTakeFirst()
  const way = async () => {
    const { at, response } = await new Browser().follow(loginUrl(away.url, away.url), isReturn)
    return at.searchParams.has('accessToken') ? 200 : response.status
  }
  const set = (values: { issuer: string | null; subject: string | null }) =>
    database.db.updateTable('account').set(values).where('id', '=', 'manager').execute()

  // the same subject at another provider is somebody else
  await set({ issuer: 'https://other.example', subject: provider.subject })
  for (const claims of [{}, { email: undefined, preferred_username: 'manager@docket.example', email_verified: true }]) {
    provider.claims = { email_verified: undefined, ...claims }
    expect(await way()).toBe(403)
  }
  provider.claims = { email_verified: false, xms_edov: true }
  expect(await way()).toBe(403)
  expect(await account()).toEqual({ issuer: 'https://other.example', subject: provider.subject })

  provider.claims = { email_verified: undefined, xms_edov: true }
  expect(await way()).toBe(200)
  expect(await account()).toEqual({ issuer: provider.issuer, subject: provider.subject })
  // known from then on, whatever is said of the address
  provider.claims = { email: undefined, email_verified: undefined }
  expect(await way()).toBe(200)

  await away.close()
  await provider.close()
  await set({ issuer: null, subject: null })
})

test('demo accounts are offered on the demo’s data only, and to localhost only', async () => {
  const page = async (on: Running, headers: Record<string, string> = {}) => {
    const at = (await fetch(loginUrl(on.url, on.url), { redirect: 'manual' })).headers.get('location')
    return at === null ? null : (await fetch(at, { headers, redirect: 'manual' })).status
  }
  expect(await page(server)).toBe(303)
  // a proxy on this machine that sends a Host of its own
  expect(await page(server, { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  await expect(start({ DEMO_SIGN_IN: '' })).rejects.toThrow(/OIDC_ISSUER.*needed with DATABASE_URL/)
  const elsewhere: Record<string, string>[] = [
    { PUBLIC_URL: 'https://docket.example' },
    { TRUSTED_PROXIES: '1' },
    { HOST: '0.0.0.0' },
  ]
  for (const settings of elsewhere) {
    const open = await start(settings)
    const at = settings['PUBLIC_URL'] ?? open.url
    expect((await fetch(loginUrl(at, open.url), { redirect: 'manual' })).status).toBe(503)
    await open.close()
  }
  const added = { id: 'demo-1', email: 'added@demo.example', first_name: 'A', last_name: 'D', roles: [], platforms: [] }
  await database.db.insertInto('account').values(added).execute()
  await (await start()).close()
  await database.db.deleteFrom('account').where('id', '=', added.id).execute()
  const real = { id: 'real', email: 'real@bank.example', first_name: 'R', last_name: 'E', roles: [], platforms: [] }
  await database.db.insertInto('account').values(real).execute()
  await expect(start()).rejects.toThrow('accounts that are not the demo’s, such as real')
  await database.db.deleteFrom('account').where('id', '=', 'real').execute()
})

test('attempts from one address are limited', async () => {
  const strict = await start({ SIGN_IN_LIMIT: '2' })
  const tries = [1, 2, 3].map(() => post('/api/login/exchange', { accessToken: 'guess' }, strict.url))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(429)
  await strict.close()
})
