import { Suspense, type ReactNode } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'

interface OverlayProps {
  /** Closes it again. */
  onMissing: () => void
  children: ReactNode
}

/** A part of the window that is fetched. What does not come is closed again, so that keys go on meaning what is there, and said. */
export function Overlay({ onMissing, children }: OverlayProps) {
  const { context, notices } = useCommandLayer()
  const onError = () => {
    onMissing()
    notices.fail(
      context.read().offline
        ? 'Not on this device yet: it opens once there is a connection'
        : 'This did not open: reload and try again',
    )
  }
  return (
    <ErrorBoundary fallback={null} onError={onError}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
