import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { focusListSearch, ListSearch } from './list-search.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Screen() {
  const [value, setValue] = useState('velocity')
  return (
    <>
      <ListSearch label="Search in the rules" list="Rules" value={value} onChange={setValue} />
      <div role="grid" aria-label="Others" tabIndex={0} />
      {value === 'none' || <div role="grid" aria-label="Rules" tabIndex={0} />}
    </>
  )
}

test('is focused by its command; Enter goes to its list, Escape clears it first', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<Screen />))
  const field = host.querySelector('input')
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const press = (key: string) =>
    act(async () => field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  const seen: unknown[] = []
  for (const key of ['x', 'Enter', 'Escape']) {
    focusListSearch()
    await press(key)
    seen.push([key, focused(), field?.value])
  }
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  await act(async () => {
    setter.call(field, 'none')
    field!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  focusListSearch()
  await press('Enter')
  seen.push(['Enter', document.activeElement, field?.value])
  await act(async () => root.unmount())
  expect(seen).toEqual([
    ['x', 'Search in the rules', 'velocity'],
    ['Enter', 'Rules', 'velocity'],
    ['Escape', 'Rules', ''],
    // the list takes the focus if no row matches
    ['Enter', document.body, 'none'],
  ])
})
