import { useEffect, type ReactNode } from 'react'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import { landFocus } from '#src/ui/overlay/return-focus.ts'

interface CurrentStepProps {
  /** What it is, for the window's title. */
  name: string
  /** What screen readers hear when it comes up. */
  words: string
  children: ReactNode
}

/** What triage has in front: it takes the focus of the one before, is announced, and names the window. Keyed by step. */
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
