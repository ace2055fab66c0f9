// One file to send: chosen or dropped, previewed, with progress and a cancel button.
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Button } from '#src/ui/button.tsx'

export interface UploadHow {
  signal: AbortSignal
  /** The sent share, from 0 to 1. */
  onProgress: (share: number) => void
}

export interface UploadProps {
  /** The noun: "Completed form". */
  label: string
  /** Endings of names that the dialog of the system offers: "pdf". */
  endings: readonly string[]
  /** The reason why the file would be refused; null if accepted. */
  check: (file: File) => string | null
  /** Rejects with words fit to be shown. */
  send: (file: File, how: UploadHow) => Promise<unknown>
  onSent: () => void
  /** Takes focus when it appears. */
  autoFocus?: boolean
  /** Labels of the key that has a file chosen. */
  keys?: readonly string[] | undefined
}

type Stage = { at: 'idle' } | { at: 'sending'; name: string; share: number } | { at: 'refused'; why: string }

export function Upload({ label, endings, check, send, onSent, autoFocus = false, keys }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const under = useRef<AbortController | null>(null)
  const [stage, setStage] = useState<Stage>({ at: 'idle' })
  const [isOver, setOver] = useState(false)
  // a user who leaves does not wait for it
  useEffect(() => () => under.current?.abort(), [])

  const refuse = (why: string) => setStage({ at: 'refused', why })
  const take = async (file: File | undefined) => {
    if (!file || under.current) return
    const fault = check(file)
    if (fault !== null) return refuse(fault)
    const controller = new AbortController()
    under.current = controller
    const { signal } = controller
    const { name } = file
    setStage({ at: 'sending', name, share: 0 })
    try {
      await send(file, {
        signal,
        onProgress: (share) => signal.aborted || setStage({ at: 'sending', name, share }),
      })
      setStage({ at: 'idle' })
      onSent()
    } catch (error) {
      if (signal.aborted) refuse(`${name} was not sent: you cancelled it.`)
      else refuse(`${name} was rejected: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      under.current = null
    }
  }
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer.files[0])
  }

  return (
    <div
      role="group"
      aria-label={label}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={handleDrag}
      className={`grid justify-items-start gap-2 rounded-md border border-dashed border-edge p-4 text-list ${isOver ? 'bg-tint' : ''}`}
    >
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={endings.map((ending) => `.${ending}`).join()}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          void take(file)
        }}
      />
      {stage.at === 'sending' ? (
        <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
          <span className="truncate">{stage.name}</span>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- where the button was that began it */}
          <Button autoFocus onClick={() => under.current?.abort()}>
            Cancel
          </Button>
          <progress aria-label={`Sending ${stage.name}`} value={stage.share} max={1} className="w-full" />
          <span className="text-end text-muted">{Math.floor(stage.share * 100)} %</span>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- where it is what the page was opened for
            autoFocus={autoFocus || stage.at === 'refused'}
            keys={keys}
            onClick={() => input.current?.click()}
          >
            Choose a file…
          </Button>
          <span className="text-muted">or drop it here</span>
        </div>
      )}
      {stage.at === 'refused' && (
        <p role="alert" className="text-stop">
          {stage.why}
        </p>
      )}
    </div>
  )
}
