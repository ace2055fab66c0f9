import type { ReactNode } from 'react'

/** The panel beside the form. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      // it scrolls, and the arrow keys have to reach it
      tabIndex={0}
      className="flex h-full flex-col gap-4 overflow-y-auto bg-raised p-4"
    >
      <h3 className="text-title font-semibold">{label}</h3>
      {children}
    </aside>
  )
}

/** A share of the maximum as a bar, beside its number. */
export function Bar({ part, isLoss = false }: { part: number; isLoss?: boolean }) {
  const percent = Math.max(1, Math.round(part * 100))
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full min-w-12">
      <rect width={percent} height={8} className={isLoss ? 'fill-stop' : 'fill-accent'} />
    </svg>
  )
}

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h4 className="text-label font-semibold text-muted">{title}</h4>
      {children}
    </section>
  )
}
