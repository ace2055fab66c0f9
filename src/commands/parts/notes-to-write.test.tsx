import { act } from 'react'
import { expect, test } from 'vitest'
import { madeUp } from '#src/commands/ids.fake.ts'
import { bounce } from '#src/commands/runner.ts'
import { dialog, field, host, layer, longNote, ports, press, ran } from '#src/commands/window.fake.tsx'

const shown = () => [...document.querySelectorAll('[data-notes] > li')].map(({ textContent }) => textContent)
const both = (note: string) => [`${longNote}(${note}, a)`, 'a is closed.']
const down = { key: 'ArrowDown', code: 'ArrowDown' }

/** Heights of a list that scrolls; jsdom lays nothing out. */
function layOut(): Element {
  const list = document.querySelector('[data-notes]')!
  Object.defineProperties(list, { clientHeight: { value: 100 }, scrollHeight: { value: 500 } })
  return list
}

test('the palette shows every note of the highlighted choice, whole, before the key that signs', async () => {
  await press('b')
  expect(shown()).toEqual(both('plain'))
  expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toContain('a is closed.')
  await press(down)
  expect([shown(), ran()]).toEqual([both('stop'), []])
  const list = layOut()
  await press({ ...down, altKey: true })
  expect([list.scrollTop, shown()]).toEqual([25, both('stop')])
})

test('after Escape the same key shows them again, also from the question; typed words stay', async () => {
  await press('b', 'Escape')
  expect(dialog()).toBeNull()
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await press('b', down, 'Enter')
  expect(dialog()?.textContent).toContain('Sign 1 hard stop')
  await press('Escape')
  expect(dialog()).toBeNull()
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await press('b')
  expect([field().value, shown()]).toEqual(['', both('plain')])
})

test('the question before a change lists every note, and the arrow keys scroll it', async () => {
  await act(async () => void layer.runner.execute(madeUp('case.sign'), { source: 'key', args: { note: 'stop' } }))
  const question = host.querySelector('[role=alertdialog]')
  expect(shown()).toEqual(both('stop'))
  expect(document.getElementById(question?.getAttribute('aria-describedby') ?? '')?.textContent).toContain('closed')
  const list = layOut()
  await press(down, { key: 'End', code: 'End' })
  expect([list.scrollTop, ran()]).toEqual([500, []])
  ports.clock.now += bounce
  await press('Enter')
  expect([ran(), host.querySelector('[role=alertdialog]')]).toEqual([['signed'], null])
})
