import { MessageSquare } from 'lucide-react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

/** The chat of the administrator's view, at the bottom right, where it covers nothing. */
export function AssistantButton() {
  const { registry, runner } = useCommandLayer()
  // its command comes right after the first screen
  if (!registry.find('assistant.open')) return null
  return (
    <span className="order-last grid">
      <IconButton
        icon={MessageSquare}
        label="Assistant"
        keys={registry.keyOf('assistant.open') ?? []}
        onClick={() => runner.execute('assistant.open', { source: 'pointer' })}
      />
    </span>
  )
}
