import type { ReactNode } from 'react'

/** What stands where there is nothing to show: what is so, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid h-full content-center justify-items-center gap-2 p-8 text-center">
      <p className="text-title font-semibold">{title}</p>
      {children && <div className="grid max-w-[48ch] justify-items-center gap-2 text-muted">{children}</div>}
    </div>
  )
}
