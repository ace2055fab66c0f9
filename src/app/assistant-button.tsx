import { MessageSquare } from 'lucide-react'
import { openDrawer } from '#src/ui/drawer-store.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

/** The chat of the administrator's view, fixed at the bottom right. */
export function AssistantButton() {
  return (
    <div className="absolute right-4 bottom-4 grid rounded-full bg-raised shadow-overlay">
      <IconButton icon={MessageSquare} label="Assistant" onClick={() => openDrawer('assistant', null, '420px')} />
    </div>
  )
}
