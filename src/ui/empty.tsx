import type { ReactNode } from 'react'

/** What stands where there is nothing to show: what is so, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="text-title font-semibold">{title}</p>
      {children && <div>{children}</div>}
    </div>
  )
}
