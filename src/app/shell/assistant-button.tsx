import { MessageSquare } from 'lucide-react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

/** The chat of the administrator's view, fixed at the bottom right. */
export function AssistantButton() {
  const { registry, runner } = useCommandLayer()
  // its command comes right after the first screen
  if (!registry.find('assistant.open')) return null
  return (
    <div className="absolute right-4 bottom-4 grid rounded-full bg-raised shadow-overlay">
      <IconButton
        icon={MessageSquare}
        label="Assistant"
        onClick={() => runner.execute('assistant.open', { source: 'pointer' })}
      />
    </div>
  )
}
