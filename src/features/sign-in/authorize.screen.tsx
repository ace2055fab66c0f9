import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Output } from '#contract/call.ts'
import { session as calls, type Profile } from '#contract/calls/sign-in.ts'
import { useData, type Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from './card-page.tsx'
import { takeRememberedPath } from './remembered-path.ts'
import { ensureSession, knownSession, sessionQuery } from './session.ts'
import { clearLocalStorage, signInUrl } from './sign-out.ts'

/**
 * The callback's token is valid for one exchange; a catalogue-only server has no exchange and sends the session token
 * itself. `fresh`: the person has authenticated; a catalogue-only server cannot tell, and has no key share of a locked
 * device either.
 */
async function exchange(api: Data['api'], accessToken: string): Promise<Output<typeof calls.exchange>> {
  try {
    return await api.send(calls.exchange, { body: { accessToken } }, { quiet: true })
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'missing') return { token: accessToken, fresh: true }
    throw error
  }
}

/** The account of the token; `other` is another account signed in here. */
interface Arrived {
  token: string
  fresh: boolean
  profile: Profile
  other: Profile | null
}

/** This window is unchanged so far: the user may not have asked for this link. */
async function arrive(data: Data, accessToken: string): Promise<Arrived> {
  const { token, fresh = false } = await exchange(data.api, accessToken)
  const profile = await data.api.send(calls.info, {}, { token, platform: '', quiet: 'section' })
  const before = knownSession(data)?.profile
  return { token, fresh, profile, other: before && before.id !== profile.id ? before : null }
}

async function enter(data: Data, { token, fresh, other }: Arrived): Promise<string> {
  data.token.set(token)
  // no data of the previous user are used, and nothing is sent in their name
  if (other) {
    clearLocalStorage()
    data.queries.clear()
  }
  await data.queries.fetchQuery({ ...sessionQuery(data.api), staleTime: 0 })
  if (fresh) data.engine.vouch()
  const path = takeRememberedPath()
  if (path && !other) return path
  const { platforms } = await ensureSession(data)
  const [first] = platforms
  return first ? `/admin/${encodeURIComponent(first.name)}/cases/` : '/'
}

/** Keeps the current account: the other session ends unused. */
async function stay({ api }: Data, { token }: Arrived): Promise<void> {
  await api.send(calls.logout, {}, { token, quiet: true }).catch(ignoreHere)
  location.replace('/')
}

/** It ends by itself on the server. */
const ignoreHere = () => undefined

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

let arriving: Promise<Arrived> | null = null
function arriveOnce(data: Data, accessToken: string): Promise<Arrived> {
  arriving ??= arrive(data, accessToken).finally(() => {
    arriving = null
    arrived = null
  })
  return arriving
}

/** The login callback. */
export function AuthorizeScreen() {
  const data = useData()
  const navigate = useNavigate()
  const [accessToken] = useState(takeAccessToken)
  const [error, setError] = useState(accessToken ? '' : 'The identity provider sent no token.')
  const [asked, setAsked] = useState<(Arrived & { other: Profile }) | null>(null)

  const fail = (cause: unknown) => setError(cause instanceof Error ? cause.message : 'Signing in failed.')
  const goOn = useCallback(
    async (who: Arrived) => navigate({ to: await enter(data, who), replace: true }),
    [data, navigate],
  )
  useEffect(() => {
    if (!accessToken) return
    arriveOnce(data, accessToken)
      .then(async (who) => {
        const { other } = who
        if (other) setAsked({ ...who, other })
        else await goOn(who)
      })
      .catch(fail)
  }, [accessToken, data, goOn])

  if (error !== '') return <NotSignedIn why={error} />
  if (!asked) return <Page title="Signing in" />
  return (
    <ChangeAccount
      from={asked.other}
      to={asked.profile}
      onChange={() => {
        setAsked(null)
        goOn(asked).catch(fail)
      }}
      onStay={() => void stay(data, asked)}
    />
  )
}

function NotSignedIn({ why }: { why: string }) {
  return (
    <Page title="Not signed in">
      <p role="alert">{why}</p>
      <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.assign(signInUrl())}>
        Sign in again
      </Button>
    </Page>
  )
}

interface ChangeAccountProps {
  from: Profile
  to: Profile
  onChange: () => void
  onStay: () => void
}

/** A user following a link that signs in another account sees that before any decision. */
function ChangeAccount({ from, to, onChange, onStay }: ChangeAccountProps) {
  return (
    <Page title={`Continue as ${to.fullName}?`}>
      <p role="alert">
        {from.fullName} ({from.email}) works in this browser. From here on, everything would be done in the name of{' '}
        {to.fullName} ({to.email}).
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" keys={['↵']} autoFocus onClick={onStay}>
          Stay {from.fullName}
        </Button>
        <Button onClick={onChange}>Continue as {to.fullName}</Button>
      </div>
    </Page>
  )
}
