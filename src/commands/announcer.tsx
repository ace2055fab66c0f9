/** What is said in passing, for screen readers: politely and at most once a second, errors at once. */
import { useEffect, useState } from 'react'
import { createPacer } from './pacer.ts'
import { useCommandLayer } from './provider.tsx'

/** Messages closer together than this are one: the last, ms. */
const atMostEvery = 1000

export function Announcer() {
  const { notices } = useCommandLayer()
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  useEffect(() => {
    const pacer = createPacer(atMostEvery, setPolite)
    const unsubscribe = notices.store.subscribe(({ notice }) => {
      if (!notice) return
      // a no-break space at the end makes the same words a new message
      const text = notice.seq % 2 ? notice.text : `${notice.text}\u00A0`
      if (notice.tone === 'error') setAssertive(text)
      else pacer.push(text)
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
