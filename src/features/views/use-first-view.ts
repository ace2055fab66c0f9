/** The view that the user chose for the queue to open with. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useData } from '#src/data/data.ts'
import { engineReady } from '#src/data/engine-client/engine-ready.ts'
import { useCases } from '#src/features/cases/public.ts'
import { useViews } from './views-context.ts'

/** Platforms whose queue this window has opened: from then on the address is what the user made it. */
const opened = new Set<string>()

/** Opens the chosen view when a platform's queue is first opened without a filter. */
export function useFirstView(): void {
  const { engine } = useData()
  const { narrowing } = useCases()
  const views = useViews()
  const { platform = '' } = useParams({ strict: false })
  const isPlain = Object.keys(useSearch({ strict: false })).length === 0
  const navigate = useNavigate()

  useEffect(() => {
    if (opened.has(platform)) return undefined
    opened.add(platform)
    if (!isPlain) return undefined
    let isCurrent = true
    void engineReady(engine).then(() => {
      const first = views.first(platform)
      const { kind, hrefOf } = narrowing
      if (isCurrent && first) void navigate({ to: hrefOf(platform, kind.read(first.filter)), replace: true })
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked once a platform
  }, [platform])
}
