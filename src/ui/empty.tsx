import type { ReactNode } from 'react'

/** An empty state: the fact, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="text-title font-semibold">{title}</p>
      {children && <div>{children}</div>}
    </div>
  )
}
