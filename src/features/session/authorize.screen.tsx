import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Output } from '#contract/call.ts'
import { session as calls } from '#contract/calls/session.ts'
import { useData, type Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from './page.tsx'
import { takeRememberedPath } from './remembered-path.ts'
import { ensureSession, knownSession, sessionQuery } from './session.ts'
import { clearLocalStorage, signInUrl } from './sign-out.ts'

/**
 * The callback's token is good for one exchange; a plain catalogue server knows no exchange and sends the token itself.
 * `fresh`: somebody has shown who they are; a plain server cannot tell, and keeps no half of what is locked either.
 */
async function exchange(api: Data['api'], accessToken: string): Promise<Output<typeof calls.exchange>> {
  try {
    return await api.send(calls.exchange, { body: { accessToken } }, { quiet: true })
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return { token: accessToken, fresh: true }
    throw error
  }
}

async function enter(data: Data, accessToken: string): Promise<string> {
  const { token, fresh } = await exchange(data.api, accessToken)
  data.token.set(token)
  // who was here before may be somebody else: nothing of theirs is taken for this one's, and nothing sent in their name
  const before = knownSession(data)
  const { profile } = await data.queries.fetchQuery({ ...sessionQuery(data.api), staleTime: 0 })
  if (before && before.profile.id !== profile.id) {
    clearLocalStorage()
    const { queryKey } = sessionQuery(data.api)
    data.queries.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
  }
  if (fresh) data.engine.vouch()
  const path = takeRememberedPath()
  if (path && (!before || before.profile.id === profile.id)) return path
  const { platforms } = await ensureSession(data)
  const [first] = platforms
  return first ? `/admin/${encodeURIComponent(first.name)}/cases/` : '/'
}

// the address carries the token only until it has been read, and reading it again in development must not use it twice
let arrived: string | null = null
function takeAccessToken(): string | null {
  const found = new URLSearchParams(location.search).get('accessToken')
  if (found) {
    arrived = found
    history.replaceState(history.state, '', '/authorize')
  }
  return arrived
}

let entering: Promise<string> | null = null
function enterOnce(data: Data, accessToken: string): Promise<string> {
  entering ??= enter(data, accessToken).finally(() => {
    entering = null
    arrived = null
  })
  return entering
}

/** The login callback. */
export function AuthorizeScreen() {
  const data = useData()
  const navigate = useNavigate()
  const [accessToken] = useState(takeAccessToken)
  const [error, setError] = useState(accessToken ? '' : 'The identity provider sent no token.')

  useEffect(() => {
    if (!accessToken) return
    enterOnce(data, accessToken)
      .then((href) => navigate({ to: href, replace: true }))
      .catch((cause: unknown) => setError(cause instanceof Error ? cause.message : 'Signing in failed.'))
  }, [accessToken, data, navigate])

  if (error === '') return <Page title="Signing in" />
  return (
    <Page title="Not signed in">
      <p role="alert">{error}</p>
      <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.assign(signInUrl())}>
        Sign in again
      </Button>
    </Page>
  )
}
