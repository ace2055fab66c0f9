// A message to a customer: recipient, text, and a confirmation before it is sent.
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { TIPPING_OFF, tippingOff, type TippingOff } from '#contract/model/tipping-off.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { insertTemplateText, NoteField, openSlot, type Facts } from '#src/features/templates/public.ts'
import { Button } from '#src/ui/button.tsx'
import { useEscapeWarning } from '#src/ui/overlay/use-escape-warning.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DrawerButton } from './drawer-button.tsx'
import { useHelpdesk, type MessageText } from './helpdesk.ts'
import { messageKey, type MessageOptions, type MessageDraft } from './message.ts'

const TippingOffDialog = lazy(() => import('./tipping-off-dialog.tsx').then((m) => ({ default: m.TippingOffDialog })))

export interface MessageFields {
  desk: MessageOptions
  letter: MessageDraft
  change: (part: Partial<MessageDraft>) => void
}

interface LetterFormProps {
  /** "New ticket for Ada". */
  label: string
  /** Its subject, which keys the draft. */
  about: string
  desk: MessageOptions
  words: readonly MessageText[]
  facts: Facts
  initial: MessageDraft
  /** "Send reply". */
  verb: string
  /** The heading of the message. */
  Fields: ComponentType<MessageFields>
  faultOf: (letter: MessageDraft, desk: MessageOptions) => string | null
  /** Throws ApiError. `tippingOffReason`: why it may go out although it may tip the customer off. */
  send: (letter: MessageDraft, tippingOffReason?: string) => Promise<unknown>
  onSent: () => void
  onCancel: () => void
}

/** A draft is restored, also after a lock or a restart. */
export function MessageForm(props: LetterFormProps) {
  const begun = useDraft(useData().drafts, messageKey(props.about)) as MessageDraft | null | undefined
  if (begun === undefined) return <Skeleton lines={6} label="Loading your draft" />
  return <Writing {...props} letter={begun ?? props.initial} />
}

function Writing(props: LetterFormProps & { letter: MessageDraft }) {
  const { label, about, desk, words, facts, verb, Fields, letter, onCancel } = props
  const { registry } = useCommandLayer()
  const { store } = useHelpdesk()
  const { drafts } = useData()
  const key = messageKey(about)
  const [opened] = useState(letter)
  /** The field is mounted again when its text is replaced, so that it finds its first slot. */
  const [insertions, setInsertions] = useState(0)
  const warning = useEscapeWarning(letter.text !== opened.text && letter.text.trim() !== '')
  const { stage, asksFor, submit, calm, send } = useSending(props, letter, () => drafts.drop(key))
  const go = useRef<HTMLButtonElement>(null)

  /** The latest input may not be rendered yet. */
  const latestOf = () => (drafts.read(key) as MessageDraft | null | undefined) ?? letter
  const write = (part: Partial<MessageDraft>) => {
    warning.calm()
    calm()
    drafts.write(key, { ...latestOf(), ...part }, label)
  }
  /** A template sets its subject, if there is none yet. */
  const entitle = (id: string) => {
    const subject = words.find((one) => one.id === id)?.subject
    if (subject !== undefined && letter.subject.trim() === '') write({ subject })
  }
  const insert = async ({ id, body }: MessageText) => {
    const text = typeof body === 'string' ? body : await body().catch(silenced)
    if (text === null) return
    const latest = latestOf()
    const end = latest.text.length
    write(insertTemplateText(latest, [end, end], end === 0 ? text : `\n\n${text}`, facts).note)
    entitle(id)
    setInsertions((count) => count + 1)
  }
  const offered = useMemo(
    () =>
      words.flatMap(({ id, title, subject, body }, index) =>
        // the command requests missing recipients
        typeof body === 'string'
          ? { key: index < 9 ? String(index + 1) : null, template: { id, title, gist: subject, body, evidence: [] } }
          : [],
      ),
    [words],
  )
  // commands see the rendered state
  useEffect(() => store.setState({ letter: { words, insert: (one) => void insert(one) } }))
  useEffect(() => () => store.setState({ letter: null }), [store])
  useEffect(() => {
    if (stage.at === 'asked') go.current?.focus()
  }, [stage.at])

  const to = desk.contacts.find(({ email }) => email === letter.to)
  const form = useRef<HTMLFormElement>(null)
  useFormActions(form, { submit })
  const keys = useKeysOf('dialog.submit')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from any of its fields
    <form
      ref={form}
      aria-label={label}
      className="grid max-w-[720px] gap-4"
      onSubmit={handleSubmit}
      onKeyDown={warning.onKeyDown}
    >
      <Fields desk={desk} letter={letter} change={write} />
      <NoteField
        key={insertions}
        label="Message"
        note={letter}
        facts={facts}
        offered={offered}
        onInsert={entitle}
        asksFor={asksFor}
        onChange={write}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="alert" className="min-w-[24ch] grow text-list">
          {warning.isWarned && (
            <span className="text-warn">Not sent. Esc again closes; the words are there when you come back.</span>
          )}
          {stage.at === 'wrong' && <span className="text-stop">{stage.why}</span>}
          {stage.at === 'asked' && (
            <span className="text-warn">
              Goes to {to?.email ?? letter.to} at once and cannot be undone. Enter sends it.
            </span>
          )}
        </span>
        <DrawerButton command="ticket.template" variant="quiet" />
        <Button onClick={onCancel} keys={registry.labelsOf('escape')}>
          Cancel
        </Button>
        <Button
          ref={go}
          type="submit"
          variant="primary"
          disabled={stage.at === 'sending'}
          keys={stage.at === 'asked' ? registry.labelsOf('enter') : keys}
        >
          {stage.at === 'sending' ? 'Sending…' : stage.at === 'asked' ? 'Send now' : verb}
        </Button>
      </div>
      {stage.at === 'guarded' && (
        <Suspense fallback={null}>
          <TippingOffDialog found={stage.found} onClose={calm} onReason={(reason) => void send(reason)} />
        </Suspense>
      )}
    </form>
  )
}

/** The server's words on what went wrong are in the status line already. */
function silenced(error: unknown): null {
  if (!(error instanceof ApiError)) throw error
  return null
}

type Stage =
  | { at: 'writing' | 'asked' | 'sending' }
  | { at: 'wrong'; why: string }
  | { at: 'guarded'; found: TippingOff }

/** Sends it: missing parts are named, then it asks once, then it is sent. On any failure the text stays. */
function useSending({ desk, faultOf, send, onSent }: LetterFormProps, letter: MessageDraft, drop: () => void) {
  const { connectivity } = useData()
  const [stage, setStage] = useState<Stage>({ at: 'writing' })
  const [asksFor, setAsksFor] = useState<string>()
  const wrong = (why: string) => setStage({ at: 'wrong', why })

  const go = async (reason?: string) => {
    setStage({ at: 'sending' })
    try {
      await send(letter, reason)
      drop()
      onSent()
    } catch (error) {
      const found = foundIn(error)
      if (found) return setStage({ at: 'guarded', found })
      wrong(`Not sent: ${error instanceof ApiError ? error.message : String(error)}`)
      if (!(error instanceof ApiError)) throw error
    }
    return undefined
  }
  const submit = () => {
    if (stage.at === 'sending') return undefined
    const slot = openSlot(letter)
    setAsksFor(slot?.prompt)
    if (slot) return wrong(`Not sent: fill in [${slot.prompt}] first.`)
    const fault = faultOf(letter, desk)
    if (fault) return wrong(fault)
    if (!connectivity.isOnline()) return wrong('Not sent: it needs the network. What you wrote is kept.')
    if (stage.at !== 'asked') return setStage({ at: 'asked' })
    return void go()
  }
  const calm = () => {
    setAsksFor(undefined)
    if (stage.at !== 'sending') setStage({ at: 'writing' })
  }
  return { stage, asksFor, submit, calm, send: go }
}

/** The reason why the server requires a reason; null for another refusal. */
function foundIn(error: unknown): TippingOff | null {
  if (!(error instanceof ApiError) || error.problem?.code !== TIPPING_OFF) return null
  return tippingOff.safeParse(error.problem.current).data ?? null
}
