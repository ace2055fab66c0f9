// The first Escape over words that were written warns, the second goes through.
import { useState, type KeyboardEvent } from 'react'

export interface EscapeWarning {
  isWarned: boolean
  /** To be called by what changes the words. */
  calm: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function useEscapeWarning(isDirty: boolean): EscapeWarning {
  const [isWarned, setWarned] = useState(false)
  return {
    isWarned,
    calm: () => setWarned(false),
    onKeyDown(event) {
      if (event.key !== 'Escape' || isWarned || !isDirty) return
      event.preventDefault()
      event.stopPropagation()
      setWarned(true)
    },
  }
}
