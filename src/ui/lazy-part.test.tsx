import { Suspense } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'

const load = () => Promise.resolve(() => <p>here</p>)

/** The state of the page as soon as the part was asked for. */
function drawnAtOnce(Part: ReturnType<typeof lazyPart>[0]): string {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<Suspense fallback="loading">{<Part />}</Suspense>))
  const { textContent } = host
  root.unmount()
  return textContent
}

test('a preloaded part is drawn at once', async () => {
  const [Part, fetch] = lazyPart(load)
  await fetch()
  expect(drawnAtOnce(Part)).toBe('here')
})

test('a part that is not preloaded is awaited', () => {
  const [Part] = lazyPart(load)
  expect(drawnAtOnce(Part)).toBe('loading')
})

test('a failed part is requested again by the next to draw it, and shows a fallback', async () => {
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
