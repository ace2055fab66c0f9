/** Where the palette and the cheatsheet appear. Both are loaded when first needed, or before that when idle. */
import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { useCommandLayer } from './provider.tsx'

const loadPalette = () => import('./palette.tsx')
const loadCheatsheet = () => import('./cheatsheet.tsx')

const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))
const Cheatsheet = lazy(() => loadCheatsheet().then((module) => ({ default: module.Cheatsheet })))

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
