/**
 * Signing in by OpenID Connect: code flow with PKCE. What has to survive the way to the provider and back is in a signed
 * cookie, so any instance can finish what another began.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as oidc from 'openid-client'
import type { Output } from '#contract/call.ts'
import type { session } from '#contract/calls/session.ts'
import { Refusal, type Origin } from '#server/calls/handlers.ts'
import type { Config } from '#server/config.ts'
import { record } from '#server/policy/audit.ts'
import type { Database } from '#server/store/schema.ts'
import { NOBODY, toAccount } from './accounts.ts'
import { countAttempt } from './attempts.ts'
import { isLoopback, ownOrigin, returnOrigin } from './origins.ts'
import { page } from './pages.ts'
import type { Sessions } from './sessions.ts'

/** Whom we ask who somebody is. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  scope: string
  isDemo: boolean
}

interface Parts {
  db: Kysely<Database>
  config: Config
  sessions: Sessions
  provider: IdentityProvider | undefined
  now: () => Date
}

const COOKIE = 'docket-sign-in'
export const CALLBACK = '/api/login/callback'
const MINUTES_AT_PROVIDER = 10
const SECONDS_FOR_CODE = 60
/** The provider's clock may stand so far behind ours. */
const SLACK_SECONDS = 30

export class SignIn {
  readonly #parts: Parts
  #client: Promise<oidc.Configuration> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sends the browser to the provider. `isAnew`: a session there is not enough, somebody has to show who they are. */
  async begin(spaHost: string, request: Request, address: string | null, isAnew: boolean): Promise<Response> {
    const { config, sessions, provider, now } = this.#parts
    const own = ownOrigin(request, config)
    const returnTo = returnOrigin(spaHost, own, config)
    await this.#count(address)
    const client = await this.#discover()
    const verifier = oidc.randomPKCECodeVerifier()
    const state = oidc.randomState()
    const nonce = oidc.randomNonce()
    const target = oidc.buildAuthorizationUrl(client, {
      redirect_uri: own + CALLBACK,
      scope: provider?.scope ?? '',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // the demo's people are there to be changed between
      ...((isAnew || provider?.isDemo) && { prompt: 'login' }),
      // has it say when that was
      ...(isAnew && { max_age: '0' }),
    })
    const expiresAt = new Date(now().getTime() + MINUTES_AT_PROVIDER * 60_000)
    const since = isAnew ? Math.floor(now().getTime() / 1000) - SLACK_SECONDS : null
    const ticket = await sessions.sign('sign-in', { state, nonce, verifier, returnTo, since }, expiresAt)
    return redirect(target.href, cookie(ticket, MINUTES_AT_PROVIDER * 60, own))
  }

  /** Takes the browser back from the provider and hands the window something to become a session. */
  async finish(request: Request, origin: Origin): Promise<Response> {
    const { config, sessions } = this.#parts
    await this.#count(origin.address)
    const own = ownOrigin(request, config)
    const ticket = await sessions.verify('sign-in', readCookie(request) ?? '')
    if (!ticket)
      return page(400, 'Sign-in took too long', 'Go back to Docket and sign in again.', { href: '/', text: 'Docket' })
    const { state, nonce, verifier, returnTo } = ticket as Record<string, string>
    const since = typeof ticket['since'] === 'number' ? ticket['since'] : null
    const again = {
      href: `/api/login/azure?auth=1&spa_host=${encodeURIComponent(String(returnTo))}${since === null ? '' : '&anew=1'}`,
      text: 'Sign in again',
    }
    const claims = await this.#redeem(new URL(new URL(request.url).search, own + CALLBACK), { state, nonce, verifier })
    if (!claims)
      return page(400, 'Signing in did not work', 'The identity provider did not confirm who you are.', again)
    if (since !== null && !(claims.authTime !== undefined && claims.authTime >= since)) {
      const text = 'Docket was locked, and the identity provider did not ask who you are, or did not say when it did.'
      return page(403, 'Signing in did not work', text, again)
    }
    const accountId = await this.#match(claims)
    if (!accountId) {
      return page(
        403,
        'No account',
        'You are known to the identity provider, but have no account here. Ask an administrator.',
        again,
      )
    }
    // a server of the plain catalogue hands over the token itself
    const accessToken = config.catalogueOnly
      ? await this.#start(accountId, origin)
      : await this.#makeCode(accountId, since !== null)
    return redirect(`${returnTo}/authorize?accessToken=${accessToken}`, cookie('', 0, own))
  }

  /** Trades the single-use code for a session's token. A token, as a plain catalogue server hands it over, stays itself. */
  async exchange(accessToken: string, origin: Origin): Promise<Output<typeof session.exchange>> {
    const { db, sessions, now } = this.#parts
    await this.#count(origin.address)
    const row = await db
      .deleteFrom('login_code')
      .where('hash', '=', hash(accessToken))
      .returningAll()
      .executeTakeFirst()
    if (row && row.expires_at > now()) {
      return { token: await this.#start(row.account_id, origin), ...(row.is_fresh && { fresh: true }) }
    }
    if (await sessions.find(accessToken)) return { token: accessToken }
    throw new Refusal(401, 'This sign-in was used already or took too long.')
  }

  /** Where the provider ends its own session; empty where there is nothing to end. */
  async logoutUrl(request: Request): Promise<string> {
    const { config, provider } = this.#parts
    if (!provider || provider.isDemo) return ''
    const client = await this.#discover()
    if (!client.serverMetadata().end_session_endpoint) return ''
    return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: `${ownOrigin(request, config)}/logout` }).href
  }

  async #count(address: string | null): Promise<void> {
    const { db, config, now } = this.#parts
    await countAttempt(db, `sign-in ${address}`, config.signInLimit, now())
  }

  /** The provider's metadata, asked for once; a failure is asked again next time. */
  #discover(): Promise<oidc.Configuration> {
    const { provider } = this.#parts
    if (!provider)
      throw new Refusal(503, 'No identity provider: set OIDC_ISSUER. The demo accounts are offered on loopback only.')
    const { issuer, clientId, clientSecret } = provider
    const server = new URL(issuer)
    const authentication = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None()
    const execute = isLoopback(server.hostname) ? [oidc.allowInsecureRequests] : []
    this.#client ??= oidc
      .discovery(server, clientId, undefined, authentication, { execute })
      .catch((cause: unknown) => {
        this.#client = undefined
        throw new Error(`The identity provider ${issuer} does not answer.`, { cause })
      })
    return this.#client
  }

  async #redeem(
    url: URL,
    { state, nonce, verifier }: { state: string | undefined; nonce: string | undefined; verifier: string | undefined },
  ): Promise<{ sub: string; email?: string; authTime?: number } | undefined> {
    const client = await this.#discover()
    try {
      const tokens = await oidc.authorizationCodeGrant(client, url, {
        idTokenExpected: true,
        ...(state !== undefined && { expectedState: state }),
        ...(nonce !== undefined && { expectedNonce: nonce }),
        ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
      })
      const claims = tokens.claims()
      if (!claims) return undefined
      const email = claims.email ?? claims.preferred_username
      const isTrusted = typeof email === 'string' && claims.email_verified !== false
      const authTime = claims.auth_time
      return { sub: claims.sub, ...(isTrusted && { email }), ...(typeof authTime === 'number' && { authTime }) }
    } catch (error) {
      if (isRefusedByProvider(error)) return undefined
      throw error
    }
  }

  /** The account of a subject; on a first sign-in the one with that e-mail address, which is then the subject's. */
  async #match({ sub, email }: { sub: string; email?: string }): Promise<string | undefined> {
    const { db } = this.#parts
    const known = await db
      .selectFrom('account')
      .select(['id', 'is_disabled'])
      .where('subject', '=', sub)
      .executeTakeFirst()
    if (known) return known.is_disabled ? undefined : known.id
    if (!email) return undefined
    const linked = await db
      .updateTable('account')
      .set({ subject: sub })
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('subject', 'is', null)
      .where('is_disabled', '=', false)
      .returning('id')
      .executeTakeFirst()
    return linked?.id
  }

  async #makeCode(accountId: string, isFresh: boolean): Promise<string> {
    const { db, now } = this.#parts
    const code = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now().getTime() + SECONDS_FOR_CODE * 1000)
    await db.deleteFrom('login_code').where('expires_at', '<', now()).execute()
    await db
      .insertInto('login_code')
      .values({ hash: hash(code), account_id: accountId, expires_at: expiresAt, is_fresh: isFresh })
      .execute()
    return code
  }

  async #start(accountId: string, origin: Origin): Promise<string> {
    const { db, sessions, now } = this.#parts
    const row = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
    const account = row ? toAccount(row) : NOBODY
    const token = await sessions.start(accountId)
    await db
      .transaction()
      .execute((tx) =>
        record(
          tx,
          { account, origin, platform: '', now },
          { action: 'sign in', object: { kind: 'account', id: accountId } },
        ),
      )
    return token
  }
}

function isRefusedByProvider(error: unknown): boolean {
  return (
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.WWWAuthenticateChallengeError ||
    error instanceof oidc.ClientError
  )
}

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

function cookie(value: string, seconds: number, own: string): string {
  const secure = own.startsWith('https:') ? '; Secure' : ''
  // Lax: the provider's redirect back comes from another site
  return `${COOKIE}=${value}; Path=/api/login; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function readCookie(request: Request): string | undefined {
  const all = request.headers.get('cookie')?.split(/;\s*/) ?? []
  return all.find((each) => each.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

function redirect(location: string, setCookie: string): Response {
  return new Response(null, { status: 302, headers: { location, 'set-cookie': setCookie } })
}
