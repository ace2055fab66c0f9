/** Where the palette, the cheatsheet and the recorder appear. All are loaded when first needed, the first two before when idle. */
import { Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useCommandLayer } from './provider.tsx'

const [Palette, loadPalette] = lazyPart(() => import('./palette.tsx').then((module) => module.Palette))
const [Cheatsheet, loadCheatsheet] = lazyPart(() => import('./cheatsheet.tsx').then((module) => module.Cheatsheet))
const [Recorder] = lazyPart(() => import('./recorder.tsx').then((module) => module.Recorder))

/** Fetches both chunks; for when the first screen is drawn. */
export const preloadOverlays = () => Promise.all([loadPalette(), loadCheatsheet()])

export function CommandOverlays() {
  const { palette, help, recorder } = useCommandLayer()
  const isPaletteOpen = useStore(palette.store, (state) => state.isOpen)
  const opening = useStore(palette.store, (state) => state.opening)
  const isHelpOpen = useStore(help, (state) => state.isOpen)
  const recorded = useStore(recorder, (state) => state.id)
  return (
    <>
      {isPaletteOpen && (
        <Overlay key={opening} onMissing={palette.close}>
          <Palette />
        </Overlay>
      )}
      {isHelpOpen && (
        <Overlay onMissing={() => help.setState({ isOpen: false })}>
          <Cheatsheet />
        </Overlay>
      )}
      {recorded && (
        <Overlay key={recorded} onMissing={() => recorder.setState({ id: null })}>
          <Recorder id={recorded} />
        </Overlay>
      )}
    </>
  )
}

/** What does not come is closed again, so that keys go on meaning what is there, and said. */
function Overlay({ onMissing, children }: { onMissing: () => void; children: ReactNode }) {
  const { context, notices } = useCommandLayer()
  const onError = () => {
    onMissing()
    notices.fail(missing(context.read().offline))
  }
  return (
    <ErrorBoundary fallback={null} onError={onError}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** What is said of a part of the window that did not come. */
export const missing = (isOffline: boolean) =>
  isOffline ? 'Not on this device yet: it opens once there is a connection' : 'This did not open: reload and try again'
