import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'

export interface SplitPaneProps {
  /** Accessible name of the divider: "Resize preview". */
  label: string
  main: ReactNode
  /** The right side; without it the left takes all. */
  side?: ReactNode
  /** Width of the side in pixels before the user has changed it. */
  initial?: number
  least?: number
  /** Under this name the width is remembered on this device. */
  storageKey?: string
}

const STEP = 16
const MAIN_LEAST = 320

function remembered(storageKey: string | undefined, initial: number): number {
  const stored = storageKey ? Number(localStorage.getItem(storageKey)) : 0
  return stored > 0 ? stored : initial
}

/** Two panes and a divider that moves by pointer, by arrow keys (Shift: further) and to its ends by Home and End. */
export function SplitPane({ label, main, side, initial = 420, least = 280, storageKey }: SplitPaneProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(() => remembered(storageKey, initial))
  const most = () => Math.max(least, (frame.current?.clientWidth ?? 1024) - MAIN_LEAST)

  const resize = (next: number) => {
    const held = Math.round(Math.max(least, Math.min(most(), next)))
    setWidth(held)
    if (storageKey) localStorage.setItem(storageKey, String(held))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEP * 5 : STEP
    const next = { ArrowLeft: width + step, ArrowRight: width - step, Home: most(), End: least }[event.key]
    if (next === undefined) return
    event.preventDefault()
    resize(next)
  }
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const right = frame.current?.getBoundingClientRect().right ?? 0
    resize(right - event.clientX)
  }

  return (
    <div ref={frame} className="flex h-full min-h-0 max-[600px]:flex-col">
      <div className="min-h-0 min-w-0 grow">{main}</div>
      {side !== undefined && side !== null && side !== false && (
        <>
          <div
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation="vertical"
            aria-valuenow={width}
            aria-valuemin={least}
            className="divider max-[600px]:hidden"
            onKeyDown={handleKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={handlePointerMove}
            onDoubleClick={() => resize(initial)}
          />
          {/* below it where there is no room beside it */}
          <div
            className="min-w-0 flex-none max-[600px]:h-2/5 max-[600px]:border-t max-[600px]:border-line min-[600px]:w-(--side)"
            style={{ '--side': `min(${width}px, calc(100% - ${MAIN_LEAST}px))` } as CSSProperties}
          >
            {side}
          </div>
        </>
      )}
    </div>
  )
}
