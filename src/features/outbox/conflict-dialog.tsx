// The conflict dialog of a case: its first rejected decision, with the answers.
import { useEffect, useSyncExternalStore } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { Choices, Comparison } from './comparison.tsx'
import { useOutbox } from './outbox-context.ts'

export function ConflictDialog({ caseId }: { caseId: string }) {
  const outbox = useOutbox()
  const { context } = useCommandLayer()
  const stuck = useSyncExternalStore(outbox.subscribe, outbox.stuck)
  const entry = stuck.find(({ op }) => op.target.caseId === caseId)
  const close = () => outbox.view.setState({ isDeskOpen: false })

  // its buttons are to know where they are, as its keys do
  useEffect(() => {
    const { view } = context.store.getState().atoms
    context.set({ view: 'conflicts', overlay: 'dialog' })
    return () => context.set({ view, overlay: 'none' })
  }, [context])
  useEffect(() => {
    if (!entry) outbox.view.setState({ isDeskOpen: false })
  }, [entry, outbox])

  if (!entry) return null
  return (
    <Dialog title="The server rejected your decision" onClose={close} width="wide">
      <div data-kb-context="conflicts" className="grid gap-4">
        <Comparison entry={entry} />
        <Choices entry={entry} />
      </div>
    </Dialog>
  )
}
