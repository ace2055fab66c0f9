import type { UseQueryResult } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { LISTED_MAX } from '#contract/model/common.ts'
import { DataProvider, type Data } from '#src/data/data.ts'
import { SectionPart } from './section.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

async function shown(noun: string, count: number): Promise<string> {
  const connectivity = { isOnline: () => true, subscribe: () => () => {} }
  const query = { data: { items: Array.from({ length: count }, (_, n) => n) } } as UseQueryResult<{ items: number[] }>
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <DataProvider value={{ connectivity } as unknown as Data}>
        <SectionPart noun={noun} query={query}>
          {({ items }) => `${items.length} here`}
        </SectionPart>
      </DataProvider>,
    ),
  )
  const { textContent } = host
  await act(async () => root.unmount())
  return textContent
}

test('a truncated list says so, and a complete one does not', async () => {
  expect(await shown('notes', LISTED_MAX - 1)).toBe('499 here')
  expect(await shown('notes', LISTED_MAX)).toBe('Only the latest 500 notes are shown.500 here')
  expect(await shown('log', LISTED_MAX)).toBe('Only the latest 500 entries are shown.500 here')
})
