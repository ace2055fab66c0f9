/** Messages for screen readers: politely and at most once a second, errors at once. */
import { useEffect, useState } from 'react'
import { createThrottle } from '#src/commands/dispatcher/throttle.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Notice } from '#src/commands/undo/notices.ts'

/** Messages closer together than this are one: everything written, and of the rest the last, ms. */
const atMostEvery = 1000

interface Said {
  writes: readonly string[]
  /** The last that was not one. */
  rest: string | null
}

const saidOf = ({ text, isOfWrite }: Notice): Said =>
  isOfWrite ? { writes: [text], rest: null } : { writes: [], rest: text }
const merged = (before: Said, { writes, rest }: Said): Said => ({ writes: [...before.writes, ...writes], rest })
const textOf = ({ writes, rest }: Said) => [...writes, ...(rest === null ? [] : [rest])].join('. ')

export function Announcer() {
  const { notices } = useCommandLayer()
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  useEffect(() => {
    let turn = 0
    // a no-break space at the end makes the same words a new message
    const anew = (text: string) => (turn++ % 2 ? text : `${text}\u00A0`)
    const pacer = createThrottle<Said>(atMostEvery, (said) => setPolite(anew(textOf(said))), merged)
    const unsubscribe = notices.store.subscribe(({ notice, spoken }, was) => {
      if (spoken !== null && spoken !== was.spoken) pacer.push({ writes: [], rest: spoken })
      if (!notice || notice === was.notice) return
      if (notice.tone === 'error') setAssertive(anew(notice.text))
      else pacer.push(saidOf(notice))
    })
    return () => {
      unsubscribe()
      pacer.stop()
    }
  }, [notices])
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {polite}
      </div>
      <div aria-live="assertive" className="sr-only">
        {assertive}
      </div>
    </>
  )
}
