/**
 * Mounts the palette, the cheatsheet and the recorder. All are loaded on first use, the first two earlier when idle.
 */
import { useStore } from 'zustand'
import { Overlay } from '#src/commands/parts/overlay.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const [Palette, loadPalette] = lazyPart(() => import('./palette.tsx').then((module) => module.Palette))
const [Cheatsheet, loadCheatsheet] = lazyPart(() =>
  import('#src/commands/help/cheatsheet.tsx').then((module) => module.Cheatsheet),
)
const [Recorder] = lazyPart(() => import('#src/commands/keymap/recorder.tsx').then((module) => module.Recorder))

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
