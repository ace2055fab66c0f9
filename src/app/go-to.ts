// Going to another screen of this window, with the keys pressed meanwhile kept for it.
import type { CommandLayer } from '#src/commands/layer.ts'
import type { AppRouter } from './router.tsx'

/** Keys wait no longer than this, ms. What was pressed for a screen that takes more must not act on the one before it. */
const LONGEST_MS = 5000

/** A screen that shows nothing but that it is loading has nothing yet for a key to act on. */
const isDrawn = ({ context }: CommandLayer) =>
  context.list() !== null || document.querySelector('main [role="status"][aria-label^="Loading"]') === null

function whenDrawn(layer: CommandLayer, then: () => void): void {
  // effects that bring the list of a screen to the front run after its first frame
  requestAnimationFrame(() => setTimeout(() => (isDrawn(layer) ? then() : whenDrawn(layer, then))))
}

export function goTo(router: AppRouter, layer: CommandLayer, href: string): void {
  if (new URL(href, location.href).pathname !== location.pathname) {
    const closing = layer.gate.close()
    const stop = router.subscribe('onRendered', () => {
      stop()
      whenDrawn(layer, closing.open)
    })
    setTimeout(() => {
      stop()
      if (closing.giveUp()) layer.notices.fail('The screen takes its time. What was pressed for it was not done.')
    }, LONGEST_MS)
  }
  void router.navigate({ href })
}
