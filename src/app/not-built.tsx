import { Empty } from '#src/ui/empty.tsx'

/** Stands in for a screen of a later milestone and says so. */
export function NotBuilt({ title }: { title: string }) {
  return (
    <Empty title={title}>
      <p>Not built yet. It comes with a later milestone, and nothing else depends on it.</p>
    </Empty>
  )
}
