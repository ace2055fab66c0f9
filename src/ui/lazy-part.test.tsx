import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
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

test('one that did not come is asked for again by the next to draw it, and tells who stands around it', async () => {
  const answers = [() => Promise.reject(new Error('gone')), load]
  const [Part] = lazyPart(() => answers.shift()!())
  const host = document.createElement('div')
  const root = createRoot(host, { onCaughtError: () => {} })
  const failed = vi.fn<() => void>()
  const draw = (key: number) =>
    root.render(
      <ErrorBoundary key={key} fallback="without" onError={failed}>
        <Suspense fallback="loading">
          <Part />
        </Suspense>
      </ErrorBoundary>,
    )
  draw(1)
  await expect.poll(() => host.textContent).toBe('without')
  expect(failed).toHaveBeenCalledTimes(1)
  let drawn = 1
  await vi.waitFor(
    () => {
      if (host.textContent === 'without') draw((drawn += 1))
      expect(host.textContent).toBe('here')
    },
    { timeout: 10_000 },
  )
  expect(answers).toEqual([])
  root.unmount()
})
