// In the status line: cases that were put off until a day that has come.
import { useParams } from '@tanstack/react-router'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { formatCount } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useDue } from './views-context.ts'

export function SnoozeEnded() {
  const { registry } = useCommandLayer()
  const { platform = '' } = useParams({ strict: false })
  const count = useDue(platform, useNow())
  if (count === 0) return null
  return (
    <StatusButton command="view.backToday">
      {formatCount(count)} back today <Kbd keys={registry.keyOf('view.backToday') ?? []} />
    </StatusButton>
  )
}
