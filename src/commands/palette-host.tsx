/** Where the palette and the cheatsheet appear. Both are loaded when first needed, or before that when idle. */
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useCommandLayer } from './provider.tsx'

const [Palette, loadPalette] = lazyPart(() => import('./palette.tsx').then((module) => module.Palette))
const [Cheatsheet, loadCheatsheet] = lazyPart(() => import('./cheatsheet.tsx').then((module) => module.Cheatsheet))

/** Fetches both chunks; for when the first screen is drawn. */
export const preloadOverlays = () => Promise.all([loadPalette(), loadCheatsheet()])

export function CommandOverlays() {
  const { palette, help } = useCommandLayer()
  const isPaletteOpen = useStore(palette.store, (state) => state.isOpen)
  const opening = useStore(palette.store, (state) => state.opening)
  const isHelpOpen = useStore(help, (state) => state.isOpen)
  return (
    <Suspense fallback={null}>
      {isPaletteOpen && <Palette key={opening} />}
      {isHelpOpen && <Cheatsheet />}
    </Suspense>
  )
}
