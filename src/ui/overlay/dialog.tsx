import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MODAL_BODY_HEIGHT, MODAL_SIZES } from '#src/ui/sizes.ts'
import { firstField, useFirstFocus, useReturnFocus } from './return-focus.ts'

export interface DialogProps {
  title: string
  /** Escape, a press outside and the close icon; the owner may decline by staying open (unsaved text). */
  onClose: () => void
  children: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Below the title. */
  description?: string
  width?: keyof typeof MODAL_SIZES
}

/** Mounted while it is open. Focus goes to the first field and comes back to where it was. */
export function Dialog({ title, onClose, children, actions, description, width = 'narrow' }: DialogProps) {
  const returnFocus = useReturnFocus()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-scrim" />
        <Base.Popup
          initialFocus={() => firstField(body.current)}
          finalFocus={returnFocus}
          data-kb-context="dialog"
          className="overlay fixed top-1/6 left-1/2 flex max-h-[70vh] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col"
          style={{ width: MODAL_SIZES[width] }}
        >
          <div className="flex items-start gap-4 px-4 pt-3">
            <div className="grow">
              <Base.Title className="text-title font-semibold">{title}</Base.Title>
              {description && <Base.Description className="text-muted">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton icon={X} label="Close" keys={['Esc']} />} />
          </div>
          <div ref={body} tabIndex={0} className="overlay-body" style={{ maxHeight: MODAL_BODY_HEIGHT }}>
            {children}
            <Entry />
          </div>
          {actions && <div className="flex justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry() {
  return <span ref={useFirstFocus()} hidden />
}
