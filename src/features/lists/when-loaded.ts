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
    const stops: (() => void)[] = []
    const look = () => {
      for (const stop of stops.splice(0)) stop()
      // the grid has the focus after its first frame
      if (isThere()) requestAnimationFrame(() => setTimeout(resolve))
      else stops.push(store.subscribe(look), store.getState().source?.subscribe(look) ?? (() => {}))
    }
    look()
  })
}
