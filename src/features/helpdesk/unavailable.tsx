import { useIsOnline } from '#src/data/data.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

/** Shown while data are loading, or unavailable offline. */
export function Unavailable({ noun, error }: { noun: string; error: Error | null }) {
  const isOnline = useIsOnline()
  if (isOnline && !error) return <Skeleton lines={6} label={`Loading the ${noun}`} />
  return (
    <Empty title={isOnline ? `The ${noun} could not be read` : `The ${noun} needs the network`}>
      <p>{isOnline ? error?.message : 'Only your draft is saved on this device.'}</p>
    </Empty>
  )
}
