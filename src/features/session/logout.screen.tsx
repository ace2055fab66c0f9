import { useEffect, useState, useSyncExternalStore } from 'react'
import { useData, useIsOnline } from '#src/data/data.ts'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from './page.tsx'
import { knownSession } from './session.ts'
import { signInUrl, signOut, unsettled, type Unsettled } from './sign-out.ts'

interface Done {
  logoutUrl: string | null
  kept: number
}

/** Ends the session on arrival, or once it is settled what becomes of what is not sent. */
export function LogoutScreen() {
  const data = useData()
  const [done, setDone] = useState<Done | null>(null)
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    let isShown = true
    const leave = async () => {
      const known = knownSession(data)
      if (data.token.get() && known) {
        data.engine.start({ id: known.profile.id, name: known.profile.fullName })
        await isReady(data.engine)
      }
      const { unsent, stuck } = unsettled(data)
      if (unsent + stuck > 0) return isShown && setAsking(true)
      const logoutUrl = await signOut(data, { keep: isClosed(data.engine), reason: '' })
      return isShown && setDone({ logoutUrl, kept: 0 })
    }
    void leave()
    return () => {
      isShown = false
    }
  }, [data])

  if (done) return <SignedOut {...done} />
  if (!isAsking) return <Page title="Signing out" />
  const end = async (keep: boolean, reason: string): Promise<void> => {
    const { unsent, stuck } = unsettled(data)
    setAsking(false)
    setDone({ logoutUrl: await signOut(data, { keep, reason }), kept: keep ? unsent + stuck : 0 })
  }
  return <Settle onEnd={(keep, reason) => void end(keep, reason)} />
}

type Engine = ReturnType<typeof useData>['engine']

const isClosed = (engine: Engine) => engine.vault.state()?.phase === 'locked'

/** Resolves once it is known what is in the outbox, or that it cannot be known now. */
function isReady(engine: Engine): Promise<void> {
  const isKnown = () => isClosed(engine) || engine.status().storage !== 'off'
  return new Promise((resolve) => {
    if (isKnown()) return resolve()
    const stops = [engine.subscribe, engine.vault.subscribe].map((subscribe) =>
      subscribe(() => {
        if (!isKnown()) return
        for (const stop of stops) stop()
        resolve()
      }),
    )
  })
}

function SignedOut({ logoutUrl, kept }: Done) {
  return (
    <Page title="Signed out">
      <p className="text-muted">
        {kept > 0
          ? `The session on this device has ended. ${countOf(kept, 'decision')} that ${kept === 1 ? 'is' : 'are'} not sent stay here for seven days, sealed: sign in again to send them.`
          : 'The session has ended, and nothing of it is left on this device.'}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.assign(signInUrl())}>
          Sign in again
        </Button>
        {logoutUrl && <Button onClick={() => location.assign(logoutUrl)}>Sign out of the identity provider too</Button>}
      </div>
    </Page>
  )
}

/** Why decisions are given up at the end of a session; chosen, not written, so that a receipt holds no customer's word. */
const REASONS = ['No longer needed', 'Done by somebody else', 'Decided by mistake']
/** So long "send now" is given, ms. */
const SEND_MS = 10_000

function Settle({ onEnd }: { onEnd: (keep: boolean, reason: string) => void }) {
  const data = useData()
  const { engine } = data
  const isOnline = useIsOnline()
  const [isSending, setSending] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  useSyncExternalStore(engine.subscribe, engine.status)
  const left = unsettled(data)
  const { unsent, stuck } = left

  useEffect(() => {
    if (!isSending) return undefined
    if (unsent + stuck === 0) {
      onEnd(false, '')
      return undefined
    }
    const timer = setTimeout(() => setSending(false), SEND_MS)
    return () => clearTimeout(timer)
  }, [isSending, unsent, stuck, onEnd])

  const sendNow = () => {
    setSending(true)
    engine.sendNow()
  }
  return (
    <Page title="Not everything is sent">
      <p>{countWords(left)}</p>
      <div className="grid w-full gap-3">
        <Button
          variant="primary"
          keys={['↵']}
          autoFocus
          disabled={!isOnline || unsent === 0 || isSending}
          onClick={sendNow}
        >
          {isSending ? 'Sending' : 'Send now, then sign out'}
        </Button>
        <Button disabled={isSending} onClick={() => onEnd(true, '')}>
          Keep them here for me, sealed, for 7 days
        </Button>
        {isDiscarding ? (
          <div role="group" aria-label="Why they are discarded" className="grid gap-2">
            <p className="text-label text-muted">Discard them, because they are</p>
            {REASONS.map((reason, i) => (
              <Button key={reason} variant="danger" autoFocus={i === 0} onClick={() => onEnd(false, reason)}>
                {reason}
              </Button>
            ))}
          </div>
        ) : (
          <Button variant="danger" disabled={isSending} onClick={() => setDiscarding(true)}>
            Discard them…
          </Button>
        )}
        <Button variant="quiet" disabled={isSending} onClick={() => history.back()}>
          Stay signed in
        </Button>
      </div>
    </Page>
  )
}

function countWords({ unsent, stuck }: Unsettled): string {
  const waiting = unsent > 0 ? [`${countOf(unsent, 'decision')} not sent yet`] : []
  const refused = stuck > 0 ? [`${countOf(stuck, 'decision')} that the server did not take`] : []
  return `On this device: ${[...waiting, ...refused].join(', and ')}.`
}
