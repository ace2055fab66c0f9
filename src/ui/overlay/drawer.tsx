import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, type HTMLAttributes, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { insertAtCaret } from '#src/ui/form/insert-text.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { DRAWER_SIZE, drawerStore, enterDrawer } from './drawer-store.ts'
import { firstField, useFirstFocus, useReturnFocus } from './return-focus.ts'

export interface DrawerProps {
  title: string
  /** A CSS width; half of the window by default. */
  size?: string
  onClose: () => void
  /** Its key context: an alert is decided in its drawer. */
  context?: HTMLAttributes<HTMLElement>['data-kb-context']
  children: ReactNode
}

/** Mounted while open. Covers the right side; the rest stays visible but inert. */
export function Drawer({ title, size = DRAWER_SIZE, onClose, context = 'drawer', children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open modal="trap-focus" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Popup
          initialFocus={() => firstField(body.current)}
          finalFocus={returnFocus}
          data-kb-context={context}
          className="overlay fixed top-[50px] right-0 bottom-7 flex max-w-[max(100vw-4rem,min(100vw,560px))] min-w-[min(100vw,360px)] flex-col rounded-none"
          style={{ inlineSize: size }}
        >
          <div className="flex h-11 flex-none items-center gap-4 border-b border-line px-4">
            <Base.Title className="grow truncate text-title font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" keys={['Esc']} />} />
          </div>
          <div ref={body} tabIndex={0} className="overlay-body">
            <Suspense fallback={<Skeleton lines={6} />}>
              {children}
              <Entry />
            </Suspense>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Rendered with the drawer's content, and again for another value: in the same frame the first field takes the focus
 * and the buffered keys.
 */
function Entry() {
  const isEntered = useStore(drawerStore, (state) => state.isEntered)
  const mark = useFirstFocus(!isEntered)
  useLayoutEffect(() => {
    if (!isEntered) insertAtCaret(document.activeElement, enterDrawer())
  }, [isEntered])
  return <span ref={mark} hidden />
}
