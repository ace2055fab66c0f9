import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useData, useIsOnline } from '#src/data/data.ts'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from './card-page.tsx'
import { knownSession } from './session.ts'
import { signOut } from './forget-device.ts'
import { signInUrl, unsettled, type Unsettled } from './sign-out.ts'

interface Done {
  logoutUrl: string | null
  /** Decisions that stay on this device; null where it is locked and they cannot be counted. */
  kept: number | null
}

type Step = { type: 'ending' | 'asking' } | { type: 'failed'; why: string } | ({ type: 'done' } & Done)

/** Ends the session on arrival, or after the user has decided on unsent operations. */
export function LogoutScreen() {
  const data = useData()
  const [step, setStep] = useState<Step>({ type: 'ending' })
  const end = useCallback(
    async (keep: boolean, reason: string): Promise<Step> => {
      const { unsent, stuck } = unsettled(data)
      try {
        const kept = isClosed(data.engine) ? null : keep ? unsent + stuck : 0
        return { type: 'done', logoutUrl: await signOut(data, { keep, reason }), kept }
      } catch (error) {
        return { type: 'failed', why: error instanceof Error ? error.message : String(error) }
      }
    },
    [data],
  )

  useEffect(() => {
    let isShown = true
    const toEnd = async (): Promise<Step> => {
      const known = knownSession(data)
      if (data.token.get() && known) {
        data.engine.start({ id: known.profile.id, name: known.profile.fullName })
        await isReady(data.engine)
      }
      if (data.engine.status().storage === 'blocked') return { type: 'failed', why: BLOCKED }
      const { unsent, stuck } = unsettled(data)
      return unsent + stuck > 0 ? { type: 'asking' } : end(isClosed(data.engine), '')
    }
    const leave = async () => {
      const next = await toEnd()
      if (isShown) setStep(next)
    }
    void leave()
    return () => {
      isShown = false
    }
  }, [data, end])

  if (step.type === 'done') return <SignedOut {...step} />
  if (step.type === 'failed') return <NotSignedOut why={step.why} />
  if (step.type === 'ending') return <Page title="Signing out" />
  const handleEnd = (keep: boolean, reason: string) => {
    setStep({ type: 'ending' })
    void end(keep, reason).then(setStep)
  }
  return <Settle onEnd={handleEnd} />
}

const BLOCKED = 'An older window of Docket is open. Close it first.'

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

function NotSignedOut({ why }: { why: string }) {
  return (
    <Page title="Not signed out">
      <p role="alert">{why}</p>
      <div className="flex gap-2">
        <Button variant="primary" keys={['↵']} autoFocus onClick={() => location.reload()}>
          Try again
        </Button>
        <Button onClick={() => history.back()}>Stay signed in</Button>
      </div>
    </Page>
  )
}

function SignedOut({ logoutUrl, kept }: Done) {
  return (
    <Page title="Signed out">
      <p className="text-muted">
        {kept === null
          ? 'The session on this device has ended. Decisions that are not sent, if any, stay here encrypted for seven days: sign in again to send them.'
          : kept > 0
            ? `The session on this device has ended. ${countOf(kept, 'decision')} that ${kept === 1 ? 'is' : 'are'} not sent stay here for seven days, encrypted: sign in again to send them.`
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

/**
 * The reasons for discarding operations at sign-out; chosen from a list, so that a receipt contains no customer data.
 */
const REASONS = ['No longer needed', 'Done by somebody else', 'Decided by mistake']
/** The maximum duration of "send now", ms. */
const SEND_MS = 10_000

function Settle({ onEnd }: { onEnd: (keep: boolean, reason: string) => void }) {
  const data = useData()
  const { engine } = data
  const isOnline = useIsOnline()
  const [sending, setSending] = useState<'no' | 'now' | 'stopped'>('no')
  const [isDiscarding, setDiscarding] = useState(false)
  useSyncExternalStore(engine.subscribe, engine.status)
  const left = unsettled(data)
  const { unsent, stuck } = left
  const isSending = sending === 'now' && unsent > 0
  // it may have been sent meanwhile, by another window too
  const isOver = unsent + stuck === 0

  useEffect(() => {
    if (sending !== 'now') return undefined
    const timer = setTimeout(() => setSending('stopped'), SEND_MS)
    return () => clearTimeout(timer)
  }, [sending])
  useEffect(() => {
    if (isOver) onEnd(false, '')
  }, [isOver, onEnd])

  const sendNow = () => {
    setSending('now')
    engine.sendNow()
  }
  return (
    <Page title="Not everything is sent">
      <p role="status">
        {sending === 'stopped' && unsent > 0 && 'Not everything went out in ten seconds. '}
        {countWords(left)}
      </p>
      <div className="grid w-full gap-3">
        <Button
          variant="primary"
          keys={['↵']}
          autoFocus
          disabled={!isOnline || unsent === 0 || isSending}
          onClick={sendNow}
        >
          {isSending ? `Sending: ${unsent} left` : 'Send now, then sign out'}
        </Button>
        <Button disabled={isSending} onClick={() => onEnd(true, '')}>
          Keep encrypted on this device for 7 days
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
  const refused = stuck > 0 ? [`${countOf(stuck, 'decision')} that the server rejected`] : []
  return `On this device: ${[...waiting, ...refused].join(', and ')}.`
}
