import { useEffect, useMemo, useState } from 'react'

/** Items that may be there at once or come later; those of the key before stay until the next are there. */
export function useAsyncItems<T>(load: () => readonly T[] | Promise<readonly T[]>, key: string) {
  // oxlint-disable-next-line react/exhaustive-deps -- the key says what is loaded; the function is new each time
  const result = useMemo(load, [key])
  const [settled, setSettled] = useState<{ result: unknown; items: readonly T[] } | null>(null)
  useEffect(() => {
    if (!(result instanceof Promise)) return undefined
    let isCurrent = true
    const settle = (items: readonly T[]) => isCurrent && setSettled({ result, items })
    result.then(settle, () => settle([]))
    return () => {
      isCurrent = false
    }
  }, [result])
  if (!(result instanceof Promise)) return { items: result, isLoading: false }
  return { items: settled?.items ?? [], isLoading: settled?.result !== result }
}
