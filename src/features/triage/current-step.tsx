import { useEffect, type ReactNode } from 'react'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import { landFocus } from '#src/ui/overlay/return-focus.ts'

interface CurrentStepProps {
  /** Its name, for the window's title. */
  name: string
  /** The announcement for screen readers. */
  words: string
  children: ReactNode
}

/** The current step of triage: it takes the focus, is announced, and sets the window's title. Keyed by step. */
export function CurrentStep({ name, words, children }: CurrentStepProps) {
  useAnnounced(words)
  useEffect(landFocus, [])
  useEffect(() => {
    const before = document.title
    document.title = `Triage: ${name} - Docket`
    return () => {
      document.title = before
    }
  }, [name])
  return (
    <div tabIndex={0} data-scrolls="pages" className="flex min-h-0 grow flex-col overflow-y-auto">
      {children}
    </div>
  )
}
