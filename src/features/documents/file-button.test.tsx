import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { DataProvider, type Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { FileButton } from './file-button.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const fault = { name: '/file', method: 'GET' as const }
let isOnline: boolean
let opened: number

beforeEach(() => {
  isOnline = true
  opened = 0
})

/** The state of the page once the button was pressed and what it asked for has come. */
async function pressed(open: () => Promise<Response | null>): Promise<string> {
  const connectivity = { isOnline: () => isOnline, subscribe: () => () => {} }
  const host = document.createElement('div')
  const root = createRoot(host)
  const counted = () => {
    opened += 1
    return open()
  }
  await act(async () =>
    root.render(
      <DataProvider value={{ connectivity } as unknown as Data}>
        <FileButton name="invoice.pdf" open={counted} />
      </DataProvider>,
    ),
  )
  await act(async () => host.querySelector('button')?.click())
  const { textContent } = host
  await act(async () => root.unmount())
  return textContent
}

test('reports that a file did not arrive, and why', async () => {
  const refuse = () => Promise.reject(new ApiError({ ...fault, kind: 'server', status: 500 }))
  expect(await pressed(refuse)).toMatch(/^invoice\.pdfNot downloaded: ./)
})

test('an interrupted body is no download', async () => {
  const broken = new ReadableStream({ start: (to) => to.error(new TypeError('network error')) })
  expect(await pressed(() => Promise.resolve(new Response(broken)))).toBe('invoice.pdfNot downloaded: network error')
})

test('is not offered without a network', async () => {
  isOnline = false
  expect([await pressed(() => Promise.resolve(null)), opened]).toEqual(['invoice.pdfneeds the network', 0])
})

test('shows nothing on success', async () => {
  expect([await pressed(() => Promise.resolve(null)), opened]).toEqual(['invoice.pdf', 1])
})
