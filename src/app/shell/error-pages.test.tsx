import { readFileSync } from 'node:fs'
import { Component, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#src/data/net/errors.ts'
import { enterPlatform } from '#src/features/sign-in/platform.ts'
import { ErrorScreen, ForbiddenScreen, ServerErrorPage } from './error-pages.tsx'

/** The boundary of a screen, as the router has one. */
class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === null ? this.props.children : <ErrorScreen error={this.state.error} />
  }
}

/** A translator puts each text into an element of its own. */
function translate(host: Element): void {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `${text.data} (translated)`
    text.replaceWith(font)
  }
}

const drawn = (content: ReactNode) => {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<Boundary>{content}</Boundary>))
  return { host, root }
}

test('a page that a translator changed says so, and does not blame the server', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function Screen() {
    const [isOpen, setOpen] = useState(true)
    return <p onClick={() => setOpen(false)}>{isOpen ? 'an alert' : null} of a case</p>
  }
  const { host, root } = drawn(<Screen />)
  translate(host)
  // the root listens to what bubbles up to it in the page
  document.body.append(host)
  flushSync(() => host.querySelector('p')?.click())
  expect(host.textContent).toContain('This screen could not be drawn')
  expect(host.textContent).toContain('translates this page')
  expect(host.textContent).not.toContain('The server failed')
  expect(host.querySelector('button')?.textContent).toBe('Try again')
  root.unmount()
  vi.restoreAllMocks()
})

test('a failure of the server is called one', () => {
  const error = new ApiError({ name: '/management/cases', method: 'GET', kind: 'server', status: 500 })
  const { host, root } = drawn(<ErrorScreen error={error} />)
  expect(host.textContent).toContain('The server failed')
  root.unmount()
})

test.each([
  ['403', ForbiddenScreen],
  ['500', ServerErrorPage],
])('the page %s leads back to the cases of the platform, whatever its own address', (page, Screen) => {
  enterPlatform('paydek')
  const { host, root } = drawn(<Screen />)
  const link = host.querySelector('a')?.getAttribute('href') ?? ''
  for (const address of [`/admin/paydek/${page}`, `/admin/paydek/${page}/`])
    expect(new URL(link, `http://docket.example${address}`).pathname).toBe('/admin/paydek/cases/')
  root.unmount()
})

test('browsers are told not to translate the page', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
  expect(page.documentElement.getAttribute('translate')).toBe('no')
  expect(page.querySelector('meta[name=google]')?.getAttribute('content')).toBe('notranslate')
})
