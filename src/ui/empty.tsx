import type { ReactNode } from 'react'

export interface EmptyProps {
  title: string
  children?: ReactNode
  /** The title is the heading of the page. */
  isPage?: boolean
}

/** What stands where there is nothing to show: what is so, and what to do next. */
export function Empty({ title, children, isPage = false }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="grid h-full content-center justify-items-center gap-2 p-8 text-center">
      <Title className="text-title font-semibold">{title}</Title>
      {children && <div className="max-w-[48ch] text-muted">{children}</div>}
    </div>
  )
}
