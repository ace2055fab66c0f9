/**
 * Signing in by OpenID Connect: code flow with PKCE. What has to survive the way to the provider and back is in a signed
 * cookie, so any instance can finish what another began.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as oidc from 'openid-client'
import type { Output } from '#contract/call.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { ROLES } from '#contract/model/values.ts'
import type { session } from '#contract/calls/sign-in.ts'
import { record } from '#server/audit/audit.ts'
import type { Config } from '#server/core/config.ts'
import type { Origin } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { NOBODY, toAccount } from './accounts.ts'
import { countAttempt } from './attempt-limit.ts'
import { isLoopback, ownOrigin, returnOrigin } from './origins.ts'
import { page } from './pages.ts'
import type { Sessions } from './sessions.ts'

/** The identity provider. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  scope: string
  isDemo: boolean
}

/** The provider's data about a person. */
interface Claims {
  issuer: string
  sub: string
  /** If the provider has verified it. */
  email?: string
  authTime?: number
  /** The provider's rights, if configured: see OIDC_ROLES_CLAIM. */
  roles?: string[]
  platforms?: string[]
}

interface Parts {
  db: Kysely<Database>
  config: Config
  sessions: Sessions
  provider: IdentityProvider | undefined
  now: () => Date
}

/** The state kept during the redirect; then, until the code exchange, its binding to the browser. */
const COOKIE = 'docket-sign-in'
/** A device in this browser is locked: the sign-in needs authentication. */
const LOCKED_COOKIE = 'docket-locked'
const LOCKED_SECONDS = 30 * 24 * 3600
export const CALLBACK = '/api/login/callback'
const MINUTES_AT_PROVIDER = 10
const SECONDS_FOR_CODE = 60
/** The accepted delay of the provider's clock. */
const SLACK_SECONDS = 30

export class SignIn {
  readonly #parts: Parts
  #client: Promise<oidc.Configuration> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Redirects the browser to the provider. `isAnew`: an existing session there is not enough. */
  async begin(spaHost: string, request: Request, address: string | null, wantsAnew: boolean): Promise<Response> {
    const { config, sessions, provider, now } = this.#parts
    const isAnew = wantsAnew || readCookie(request, LOCKED_COOKIE) !== undefined
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
      // requests the time of authentication
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
    const ticket = await sessions.verify('sign-in', readCookie(request, COOKIE) ?? '')
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
    await this.#bringAccess(accountId, claims, origin)
    const isFresh = since !== null
    const back = (accessToken: string, ...cookies: string[]) =>
      redirect(`${returnTo}/authorize?accessToken=${accessToken}`, ...cookies)
    // a server of the plain catalogue hands over the token itself
    if (config.catalogueOnly) return back(await this.#start(accountId, origin, isFresh), cookie('', 0, own))
    const { code, browser } = await this.#makeCode(accountId, isFresh)
    const unlocked = isFresh ? [lockedCookie(false, own)] : []
    return back(code, cookie(browser, SECONDS_FOR_CODE, own), ...unlocked)
  }

  /**
   * Exchanges the single-use code for a session token, in the same browser only, so that no link signs another person
   * in.
   */
  async exchange(accessToken: string, request: Request, origin: Origin): Promise<Output<typeof session.exchange>> {
    const { db, now } = this.#parts
    await this.#count(origin.address)
    const row = await db
      .deleteFrom('login_code')
      .where('hash', '=', hash(accessToken))
      .where('browser', '=', hash(readCookie(request, COOKIE) ?? ''))
      .returningAll()
      .executeTakeFirst()
    if (!row || row.expires_at <= now()) {
      throw new Refusal(401, 'This sign-in was begun in another browser, was used already or took too long.')
    }
    const token = await this.#start(row.account_id, origin, row.is_fresh)
    return { token, ...(row.is_fresh && { fresh: true }) }
  }

  /** Has the next sign-in of this browser ask who it is, or no longer. */
  markLocked(request: Request, isLocked: boolean): string {
    return lockedCookie(isLocked, ownOrigin(request, this.#parts.config))
  }

  /** Counts an attempt without a session; throws 429 beyond the limit. */
  async attempt(address: string | null): Promise<void> {
    await this.#count(address)
  }

  /** The provider's end-session address; empty if there is none. */
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

  /** The provider's metadata, cached; a failed request is repeated next time. */
  #discover(): Promise<oidc.Configuration> {
    const { provider } = this.#parts
    if (!provider)
      throw new Refusal(
        503,
        'No identity provider: set OIDC_ISSUER. The demo accounts are offered on loopback only, beside the demo’s data.',
      )
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
  ): Promise<Claims | undefined> {
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
      const { iss: issuer, sub, email, auth_time: authTime } = claims
      return {
        issuer,
        sub,
        ...(typeof email === 'string' && isVerified(claims) && { email }),
        ...(typeof authTime === 'number' && { authTime }),
        ...this.#rightsIn(claims),
      }
    } catch (error) {
      if (isRefusedByProvider(error)) return undefined
      throw error
    }
  }

  /** The account of a subject; on a first sign-in the one with that verified e-mail address, which is then the subject's. */
  async #match({ issuer, sub, email }: Claims): Promise<string | undefined> {
    const { db } = this.#parts
    const known = await db
      .selectFrom('account')
      .select(['id', 'is_disabled'])
      .where('issuer', '=', issuer)
      .where('subject', '=', sub)
      .executeTakeFirst()
    if (known) return known.is_disabled ? undefined : known.id
    if (!email) return undefined
    const linked = await db
      .updateTable('account')
      .set({ issuer, subject: sub })
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      // another provider has taken the place of the one that knew it, and vouches for the address
      .where((eb) => eb.or([eb('issuer', 'is', null), eb('issuer', '!=', issuer)]))
      .where('is_disabled', '=', false)
      .returning('id')
      .executeTakeFirst()
    return linked?.id
  }

  /** A missing claim gives no rights. */
  #rightsIn(claims: Record<string, unknown>): Pick<Claims, 'roles' | 'platforms'> {
    const { rolesClaim, platformsClaim } = this.#parts.config.oidc ?? {}
    const known = (name: string, all: readonly string[]) => all.filter((one) => wordsOf(claims[name]).includes(one))
    return {
      ...(rolesClaim !== undefined && { roles: known(rolesClaim, ROLES) }),
      ...(platformsClaim !== undefined && {
        platforms: known(
          platformsClaim,
          PLATFORMS.map(({ name }) => name),
        ),
      }),
    }
  }

  /** Sets an account's rights to the provider's. */
  async #bringAccess(accountId: string, { roles, platforms }: Claims, origin: Origin): Promise<void> {
    if (roles === undefined && platforms === undefined) return
    const { db, now } = this.#parts
    await db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('account').selectAll().where('id', '=', accountId).forUpdate().executeTakeFirst()
      if (!row) return
      const after = { roles: roles ?? row.roles, platforms: platforms ?? row.platforms }
      const isSame = JSON.stringify([row.roles, row.platforms]) === JSON.stringify([after.roles, after.platforms])
      if (isSame) return
      await tx
        .updateTable('account')
        .set({ ...after, version: String(Number(row.version) + 1) })
        .where('id', '=', accountId)
        .execute()
      await record(
        tx,
        { account: toAccount(row), origin, platform: '', now },
        {
          action: 'take access from identity provider',
          object: { kind: 'account', id: accountId },
          before: { roles: row.roles, platforms: row.platforms },
          after,
        },
      )
    })
  }

  async #makeCode(accountId: string, isFresh: boolean): Promise<{ code: string; browser: string }> {
    const { db, now } = this.#parts
    const code = randomBytes(32).toString('base64url')
    const browser = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now().getTime() + SECONDS_FOR_CODE * 1000)
    await db.deleteFrom('login_code').where('expires_at', '<', now()).execute()
    await db
      .insertInto('login_code')
      .values({
        hash: hash(code),
        browser: hash(browser),
        account_id: accountId,
        expires_at: expiresAt,
        is_fresh: isFresh,
      })
      .execute()
    return { code, browser }
  }

  async #start(accountId: string, origin: Origin, isFresh: boolean): Promise<string> {
    const { db, sessions, now } = this.#parts
    const row = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
    const account = row ? toAccount(row) : NOBODY
    const token = await sessions.start(accountId, isFresh)
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

/** The values of a claim: a list, or words with spaces or commas between. */
function wordsOf(claim: unknown): unknown[] {
  if (Array.isArray(claim)) return claim
  return typeof claim === 'string' ? claim.split(/[\s,]+/) : []
}

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** An address counts if the provider has verified it; Entra ID verifies its domain (`xms_edov`). */
function isVerified({ email_verified: verified, xms_edov: domain }: Record<string, unknown>): boolean {
  return verified === true || (verified === undefined && (domain === true || domain === 1 || domain === '1'))
}

function cookie(value: string, seconds: number, own: string, name = COOKIE): string {
  const secure = own.startsWith('https:') ? '; Secure' : ''
  // Lax: the provider's redirect back comes from another site
  return `${name}=${value}; Path=/api/login; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

const lockedCookie = (isLocked: boolean, own: string): string =>
  cookie(isLocked ? '1' : '', isLocked ? LOCKED_SECONDS : 0, own, LOCKED_COOKIE)

function readCookie(request: Request, name: string): string | undefined {
  const all = request.headers.get('cookie')?.split(/;\s*/) ?? []
  return all.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
}

function redirect(location: string, ...cookies: string[]): Response {
  const headers = new Headers({ location })
  for (const each of cookies) headers.append('set-cookie', each)
  return new Response(null, { status: 302, headers })
}
