/** The queue's filter, and what a link from another system makes of it. */
import { useEffect } from 'react'
import type { ActiveList } from '#src/commands/command.ts'
import { useCases } from '#src/features/cases/cases.ts'
import { useNarrowed } from '#src/features/lists/public.ts'
import { currentPlatform, takeAddPanel } from '#src/features/session/public.ts'
import { readFilter } from './filter.ts'

export function useQueueFilter(active: ActiveList) {
  const { queue, narrowing } = useCases()
  const control = useNarrowed(queue, narrowing, active)

  // a link from another system names one transaction: it is shown whatever its status
  useEffect(() => {
    const panel = takeAddPanel(currentPlatform())
    if (panel) control.change(readFilter({ status: '', search: panel.search, type: panel.type }))
    // oxlint-disable-next-line react/exhaustive-deps -- taken up once, when the queue opens
  }, [])
  return control
}
