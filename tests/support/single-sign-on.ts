/** An identity provider with an open session: it asks for no sign-in unless the request requires one. */
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const HOUR_S = 3600

export interface SingleSignOn {
  readonly issuer: string
  /** Follows `prompt` and `max_age`; otherwise it uses its session. */
  obeys: boolean
  /** The subject of the session. */
  readonly subject: string
  /** Further or replaced claims; undefined leaves one out. */
  claims: Record<string, unknown>
  close(): Promise<void>
}

/** Starts one with a session of this person, by the e-mail address of the account, that is an hour old. */
export async function openSingleSignOn(email: string): Promise<SingleSignOn> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'k' }
  const begun = new Map<string, { nonce: string; authTime: number; saysWhen: boolean }>()
  const subject = `sso|${email}`
  const self = {
    issuer: '',
    obeys: true,
    subject,
    claims: {} as Record<string, unknown>,
    close: async () => undefined as void,
  }

  const idToken = ({ nonce, authTime, saysWhen }: { nonce: string; authTime: number; saysWhen: boolean }) =>
    new SignJWT({ nonce, email, email_verified: true, ...self.claims, ...(saysWhen && { auth_time: authTime }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(self.issuer)
      .setSubject(subject)
      .setAudience('docket')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', self.issuer)
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const answer = async () => {
      if (url.pathname === '/.well-known/openid-configuration') {
        const { issuer } = self
        const at = (path: string) => `${issuer}/${path}`
        return json({
          issuer,
          authorization_endpoint: at('auth'),
          token_endpoint: at('token'),
          jwks_uri: at('keys'),
          id_token_signing_alg_values_supported: ['RS256'],
        })
      }
      if (url.pathname === '/keys') return json({ keys: [jwk] })
      if (url.pathname === '/auth') {
        const asked = url.searchParams
        const code = crypto.randomUUID()
        const now = Math.floor(Date.now() / 1000)
        const isAsked = self.obeys && asked.get('prompt') === 'login'
        const authTime = isAsked ? now : now - HOUR_S
        begun.set(code, { nonce: asked.get('nonce') ?? '', authTime, saysWhen: asked.has('max_age') })
        const back = new URL(asked.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', asked.get('state') ?? '')
        return response.writeHead(302, { location: back.href }).end()
      }
      let form = ''
      for await (const chunk of request) form += String(chunk)
      const one = begun.get(new URLSearchParams(form).get('code') ?? '')
      if (!one) return response.writeHead(400).end()
      return json({ access_token: 'x', token_type: 'Bearer', id_token: await idToken(one) })
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  self.issuer = `http://127.0.0.1:${address.port}`
  self.close = () => new Promise((resolve) => server.close(() => resolve()))
  return self
}
