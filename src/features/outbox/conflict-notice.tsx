// On a case with a rejected operation: the notice that opens the conflict dialog.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useFlag } from '#src/commands/provider.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useOutbox } from './outbox-context.ts'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx').then((m) => ({ default: m.ConflictDialog })))

export function ConflictNotice({ caseId }: { caseId: string }) {
  const outbox = useOutbox()
  const count = useSyncExternalStore(outbox.subscribe, () => outbox.stuckOn(caseId).length)
  const isOpen = useStore(outbox.view, ({ isDeskOpen }) => isDeskOpen)
  const isStuck = count > 0

  useFlag('stuck', isStuck)
  useEffect(() => {
    if (!isStuck) return undefined
    outbox.view.setState({ caseId })
    return () => outbox.view.setState({ caseId: null, isDeskOpen: false })
  }, [outbox, caseId, isStuck])

  if (!isStuck) return null
  return (
    <p role="status" className="flex flex-none items-center gap-3 border-b border-line bg-raised px-4 py-2">
      <Tag tone="stop">This case: the server rejected your decision</Tag>
      <CommandButton command="outbox.openHere">See why</CommandButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ConflictDialog caseId={caseId} />
        </Suspense>
      )}
    </p>
  )
}
