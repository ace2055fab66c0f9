import { useEffect, type ReactNode } from 'react'
import type { Note } from '#contract/model/cases/case.ts'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import { NoteList } from '#src/features/cases/public.ts'
import { landFocus } from '#src/ui/overlay/return-focus.ts'
import { Progress } from './progress.tsx'
import type { Triage } from './triage.ts'

interface CurrentStepProps {
  triage: Pick<Triage<unknown>, 'store'>
  /** Its name, for the window's title. */
  name: string
  /** The announcement for screen readers. */
  words: string
  title: string
  /** The row, by its id. */
  subtitle: string
  tags: ReactNode
  /** The object of the decision, and the evidence. */
  children: ReactNode
  /** Beside it: whom it is about. */
  aside: ReactNode
  /** Undefined before they are read. */
  notes: readonly Note[] | undefined
}

/** The current step of triage: it takes the focus, is announced, and sets the window's title. Keyed by step. */
export function CurrentStep(props: CurrentStepProps) {
  const { triage, name, words, title, subtitle, tags, children, aside, notes } = props
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
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-6 py-4">
        <h2 className="text-display font-semibold">{title}</h2>
        <span className="text-muted">{subtitle}</span>
        {tags}
        <span className="grow" />
        <Progress triage={triage} />
      </header>
      <div className="grid grow content-start gap-8 p-6 min-[900px]:grid-cols-[minmax(0,1fr)_minmax(260px,340px)]">
        <div className="grid content-start gap-5">{children}</div>
        <div className="grid content-start gap-5">
          {aside}
          <section className="grid gap-2">
            <h3 className="text-label font-medium text-muted">Notes</h3>
            {notes ? <NoteList notes={notes} /> : <p className="text-list text-muted">Not loaded.</p>}
          </section>
        </div>
      </div>
    </div>
  )
}
