// Work after the first rows: starts when they are there and the browser is idle.
import type { AppRouter } from '#src/app/router.tsx'
import { FIRST_SCREEN, screenOf } from '#src/app/screens.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { whenIdle } from '#src/ui/when-idle.ts'

interface FirstList {
  store: {
    getState(): { source: Pick<RowSource<unknown>, 'state' | 'subscribe'> | null }
    subscribe(listener: () => void): () => void
  }
}

type Rendered = Pick<AppRouter, 'subscribe'> & { state: Pick<AppRouter['state'], 'matches'> }

/** Runs something once; returns how to call it off. On a screen other than the queue it waits for no rows. */
export function afterFirstRows(router: Rendered, { store }: FirstList, run: () => void): () => void {
  let stop = router.subscribe('onRendered', () => {
    stop()
    if (screenOf(router.state.matches)?.name === FIRST_SCREEN) waitForRows()
    else begin()
  })

  function begin(): void {
    stop = whenIdle(async () => run())
  }

  function waitForRows(): void {
    let leaveSource = () => {}
    const leaveStore = store.subscribe(follow)
    stop = () => {
      leaveStore()
      leaveSource()
    }
    follow()

    function follow(): void {
      leaveSource()
      const { source } = store.getState()
      leaveSource = source?.subscribe(look) ?? leaveSource
      look()
    }

    // rows that could not be read delay nothing either
    function look(): void {
      if ((store.getState().source?.state ?? 'empty') === 'empty') return
      stop()
      begin()
    }
  }

  return () => stop()
}
