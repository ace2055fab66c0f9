import type { ReactNode } from 'react'

interface PreviewPaneProps {
  /** Said where nothing is under the cursor. */
  empty?: string
  className?: string
  children: ReactNode
}

/** What stands beside a list: the row under its cursor, read by the page keys. */
export function PreviewPane({ empty, className = 'gap-4', children }: PreviewPaneProps) {
  return (
    <aside
      aria-label="Preview"
      tabIndex={0}
      data-scrolls=""
      className={`flex h-full flex-col overflow-y-auto bg-raised p-4 ${className}`}
    >
      {children ?? <p className="text-muted">{empty}</p>}
    </aside>
  )
}
