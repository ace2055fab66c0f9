import { useEffect, useState } from 'react'

/** A value once it has not changed for a while: what the server is asked while somebody types. Wants it memoised. */
export function useDebounced<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
