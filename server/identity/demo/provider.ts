/** The demo identity provider: a real OpenID provider on this server's own port, whose people need no password. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import { problem } from '#server/core/problem.ts'
import type { NewAccount } from '#server/identity/accounts.ts'
import { document, escape } from '#server/identity/pages.ts'
import { CALLBACK, type IdentityProvider } from '#server/identity/sign-in.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'

/** Below /api/, which the service worker leaves to the server: signing in passes it by. */
export const DEMO_PATH = '/api/demo-idp'
const CLIENT = 'docket'

export interface DemoProvider {
  readonly identity: IdentityProvider
  /** Answers a request under `DEMO_PATH`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** `port` is where this server listens. */
export async function openDemoProvider(port: number): Promise<DemoProvider> {
  const issuer = `http://localhost:${port}${DEMO_PATH}`
  const provider = await quietly(async () => {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, await settings(port))
  })
  const callback = provider.callback()
  return {
    identity: { issuer, clientId: CLIENT, scope: 'openid email profile', isDemo: true },
    async handle(request, response) {
      const path = new URL(request.url ?? '/', issuer).pathname
      if (path.startsWith(`${DEMO_PATH}/sign-in/`)) return signIn(provider, request, response)
      // the provider works out from the difference where it is mounted
      Object.assign(request, { originalUrl: request.url, url: request.url?.slice(DEMO_PATH.length) })
      await callback(request, response)
    },
  }
}

async function settings(port: number): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const origins = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)
  return {
    clients: [
      {
        client_id: CLIENT,
        redirect_uris: origins.map((origin) => origin + CALLBACK),
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'demo' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // the token contains the person's data, so that no second request is needed
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, interaction) => `${DEMO_PATH}/sign-in/${interaction.uid}` },
    ttl: { Interaction: 3600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    findAccount: (_, id) => {
      const found = DEMO_ACCOUNTS.find((each) => each.id === id)
      return found && { accountId: id, claims: async () => claimsOf(found) }
    },
    // without a consent page
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError(context, out) {
      context.type = 'html'
      context.body = document('Signing in did not work', `<p>${escape(out.error_description ?? out.error)}</p>`)
    },
  }
}

function claimsOf({ id, email, firstName, lastName }: NewAccount) {
  const name = `${firstName} ${lastName}`
  return { sub: id, email, email_verified: true, name, given_name: firstName, family_name: lastName }
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await provider.interactionDetails(request, response)
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error
    return send(response, 400, document('Sign-in took too long', '<p>Go back to Docket and sign in again.</p>'))
  }
  if (request.method === 'GET') return send(response, 200, document('Sign in to Docket', choices()))
  const form = new URLSearchParams(await readText(request))
  const chosen = DEMO_ACCOUNTS.find(({ id }) => id === form.get('account'))
  if (request.method !== 'POST' || !chosen) {
    const refused = problem(400, 'account: none of the demo accounts')
    response.writeHead(refused.status, Object.fromEntries(refused.headers)).end(await refused.text())
    return
  }
  await provider.interactionFinished(request, response, { login: { accountId: chosen.id } })
}

function choices(): string {
  const entries = DEMO_ACCOUNTS.map(({ id, firstName, lastName, platforms, roles }, index) => {
    const key = String(index + 1)
    const reach =
      platforms.length === 0 ? 'no platform' : platforms.length === 1 ? 'one platform' : `${platforms.length} platforms`
    const role = roles.at(-1)?.replace('_', ' ')
    return `<li><button name="account" value="${escape(id)}" data-key="${key}" aria-keyshortcuts="${key}"><kbd aria-hidden="true">${key}</kbd><span class="who">${escape(`${firstName} ${lastName}`)}<small>${escape(`${role}, ${reach}`)}</small></span><span class="id">${escape(id)}</span></button></li>`
  })
  return `<p>Demonstration accounts. Nobody needs a password, and only this machine can reach them.</p><form method="post"><ol>${entries.join('')}</ol></form>`
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html)
}

async function readText(request: IncomingMessage, limit = 4096): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > limit) throw new Error('the form is longer than any of ours')
  }
  return text
}

/** The library warns of Node 20, where it works, and of storage in memory, which is what a demonstration wants. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!/Unsupported runtime|in-memory adapter/.test(String(words[0]))) warn(...words)
  }
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}
