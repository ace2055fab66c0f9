// Navigates within this window, and buffers keys for the next screen.
import { holdKeysFor } from '#src/commands/dispatcher/key-buffer.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { AppRouter } from './router.tsx'

/** While a screen only shows that it is loading, a key has nothing to act on. */
const isDrawn = ({ context }: CommandLayer) =>
  context.list() !== null || document.querySelector('main [role="status"][aria-label^="Loading"]') === null

function whenDrawn(layer: CommandLayer, then: () => void): void {
  // effects that bring the list of a screen to the front run after its first frame
  requestAnimationFrame(() => setTimeout(() => (isDrawn(layer) ? then() : whenDrawn(layer, then))))
}

export function navigateTo(router: AppRouter, layer: CommandLayer, href: string): void {
  if (new URL(href, location.href).pathname !== location.pathname) {
    const open = holdKeysFor(layer)
    const stop = router.subscribe('onRendered', () => {
      stop()
      whenDrawn(layer, open)
    })
  }
  void router.navigate({ href })
}
