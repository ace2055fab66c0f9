import type { ReactNode } from 'react'

interface PreviewPaneProps {
  /** The text without a cursor row. */
  empty?: string
  className?: string
  children: ReactNode
}

/** The panel beside a list: the cursor row, scrolled by the page keys. */
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
