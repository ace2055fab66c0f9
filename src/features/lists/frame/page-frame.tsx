import type { ReactNode } from 'react'

interface PageFrameProps {
  name: string
  /** Above the header: where else one can go. */
  above?: ReactNode
  /** How much there is of it, in a line. */
  summary?: ReactNode
  /** Buttons for the whole page. */
  actions?: ReactNode
  children: ReactNode
}

/** A page with a header: its name, what there is of it, what can be done. */
export function PageFrame({ name, above, summary, actions, children }: PageFrameProps) {
  return (
    <section aria-label={name} className="flex h-full min-h-0 flex-col">
      {above}
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">{name}</h2>
        <p className="min-w-0 grow truncate text-muted">{summary}</p>
        {actions}
      </header>
      <div className="flex min-h-0 grow flex-col">{children}</div>
    </section>
  )
}
