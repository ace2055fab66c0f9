import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { firstField, useReturnFocus } from './return-focus.ts'

export interface DrawerProps {
  title: string
  /** A CSS width; half of the window where nothing is said. */
  size?: string
  onClose: () => void
  /** What it is to the keys: an alert is decided on in its drawer. */
  context?: 'drawer' | 'alert drawer' | undefined
  children: ReactNode
}

/** Mounted while it is open. Lies over the right side; what is left of it stays in view but not in reach. */
export function Drawer({ title, size = '50%', onClose, context = 'drawer', children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open modal="trap-focus" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Popup
          initialFocus={() => firstField(body.current)}
          finalFocus={returnFocus}
          data-kb-context={context}
          className="overlay fixed top-[50px] right-0 bottom-7 flex max-w-[calc(100vw-4rem)] min-w-[360px] flex-col rounded-none"
          style={{ inlineSize: size }}
        >
          <div className="flex h-11 flex-none items-center gap-4 border-b border-line px-4">
            <Base.Title className="grow truncate text-title font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" keys={['Esc']} />} />
          </div>
          <div ref={body} tabIndex={0} className="overlay-body">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
