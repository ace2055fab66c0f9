import type { ListView } from './list-view.ts'

/** Resolves when a list's rows are drawn, or could not be read; null where that is so already. */
export function whenLoaded<Row, F>(
  { store }: Pick<ListView<Row, F>, 'store'>,
  isMeant: (filter: F) => boolean = () => true,
): Promise<void> | null {
  const isThere = () => {
    const { source, filter } = store.getState()
    return source !== null && isMeant(filter) && source.state !== 'empty'
  }
  if (isThere()) return null
  return new Promise((resolve) => {
    let { source: followed } = store.getState()
    let leave = followed?.subscribe(look)
    const stop = store.subscribe(({ source }) => {
      if (source !== followed) {
        leave?.()
        followed = source
        leave = source?.subscribe(look)
      }
      look()
    })
    function look(): void {
      if (!isThere()) return
      stop()
      leave?.()
      // the grid has the focus after its first frame
      requestAnimationFrame(() => setTimeout(resolve))
    }
  })
}
