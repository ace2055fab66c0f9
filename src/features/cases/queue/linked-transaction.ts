import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCases } from '#src/features/cases/cases.ts'
import { currentPlatform, takeAddPanel } from '#src/features/sign-in/public.ts'
import { readFilter } from './filter.ts'

/** A link from another system names one transaction: the queue shows it whatever its status. */
export function useLinkedTransaction(): void {
  const { narrowing } = useCases()
  const navigate = useNavigate()
  useEffect(() => {
    const panel = takeAddPanel(currentPlatform())
    if (!panel) return
    const filter = readFilter({ status: '', search: panel.search, type: panel.type })
    void navigate({ to: narrowing.hrefOf(panel.platform, filter) })
    // oxlint-disable-next-line react/exhaustive-deps -- taken up once, when the queue opens
  }, [])
}
