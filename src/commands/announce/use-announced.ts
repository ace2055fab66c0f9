import { useEffect } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'

/** Has words that change on the screen heard by the one live region, at its pace; null for nothing. */
export function useAnnounced(words: string | null): void {
  const { notices } = useCommandLayer()
  useEffect(() => {
    if (words) notices.speak(words)
  }, [notices, words])
}
