import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const load = () => Promise.resolve(() => <p>here</p>)

/** What stands on the page as soon as the part was asked for. */
function drawnAtOnce(Part: ReturnType<typeof lazyPart>[0]): string {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  const { textContent } = host
  root.unmount()
  return textContent
}

test('a part that was fetched beforehand is drawn at once', async () => {
  const [Part, fetch] = lazyPart(load)
  await fetch()
  expect(drawnAtOnce(Part)).toBe('here')
})

test('one that was not is waited for', () => {
  const [Part] = lazyPart(load)
  expect(drawnAtOnce(Part)).toBe('loading')
})
