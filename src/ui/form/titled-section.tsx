import type { ReactNode } from 'react'

/** A part of a page of settings: its title, what it is for, and its fields. */
export function TitledSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <div>
        <h3 className="text-body font-semibold">{title}</h3>
        <p className="text-list text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
