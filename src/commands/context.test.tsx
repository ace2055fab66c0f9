import { afterEach, describe, expect, test } from 'vitest'
import { createListState } from '#src/commands/list/list-state.ts'
import { createContext, ownKeys, readChain, takesCharacters } from './context.ts'
import { arrayOrder } from './list-order.ts'

afterEach(() => document.body.replaceChildren())

function show(html: string): Element {
  const host = document.createElement('div')
  // oxlint-disable-next-line no-unsanitized/property -- markup of this test
  host.innerHTML = html
  document.body.append(host)
  const focus = host.querySelector('#focus')
  if (!focus) throw new Error('nothing is called focus')
  return focus
}

describe('the chain of surfaces', () => {
  test('has no values where no surface sets any', () => expect(readChain(show('<p id=focus>'))).toEqual({}))

  test('is combined outwards, and the nearest view wins', () =>
    expect(
      readChain(
        show('<div data-kb-context="queue readOnly"><div data-kb-context="case list"><i id=focus></i></div></div>'),
      ),
    ).toEqual({ view: 'case', listFocus: true, readOnly: true }))

  test('is cut off by an overlay', () =>
    expect(
      readChain(show('<div data-kb-context="queue list"><div data-kb-context="dialog"><i id=focus></i></div></div>')),
    ).toEqual({ overlay: 'dialog' }))

  test('is that of an open dialog when the page has the focus', () => {
    show('<div data-kb-context="dialog"><i id=focus></i></div>')
    expect(readChain(document.body)).toEqual({ overlay: 'dialog' })
  })
})

test('takes atoms from the window, then the list, then the surface, then the overlay', () => {
  let over: 'palette' | null = null
  const context = createContext({ view: 'customers', offline: true }, () => over)
  const focus = show('<div data-kb-context="queue list"><i id=focus></i></div>')
  const state = createListState(arrayOrder(['a']))
  const list = { name: 'Cases', state, noun: ['case', 'cases'] as const, rowOf: () => undefined }
  const withdraw = context.pushList(list)
  state.toggle()
  expect(context.read(focus)).toMatchObject({
    view: 'queue',
    offline: true,
    listFocus: true,
    hasCursor: true,
    hasSelection: true,
    overlay: 'none',
  })
  withdraw()
  over = 'palette'
  expect(context.read(null)).toMatchObject({
    view: 'customers',
    listFocus: false,
    hasCursor: false,
    hasSelection: false,
    overlay: 'palette',
  })
})

test.each<[string, boolean]>([
  ['<input id=focus>', true],
  ['<input id=focus type=search>', true],
  ['<input id=focus type=checkbox>', false],
  ['<textarea id=focus></textarea>', true],
  ['<select id=focus></select>', true],
  ['<div contenteditable="true"><b id=focus></b></div>', true],
  ['<div contenteditable="false"><b id=focus></b></div>', false],
  ['<div role=textbox id=focus></div>', true],
  ['<div role=menu><div role=menuitem id=focus></div></div>', true],
  ['<div role=grid id=focus></div>', false],
  ['<button id=focus></button>', false],
])('%s takes characters: %s', (html, expected) => expect(takesCharacters(show(html))).toBe(expected))

test.each<[string, string[]]>([
  ['<button id=focus></button>', ['enter', 'space']],
  ['<a href="/x" id=focus></a>', ['enter', 'space']],
  [
    '<div role=tablist><button role=tab id=focus></button></div>',
    ['enter', 'space', 'up', 'down', 'left', 'right', 'home', 'end'],
  ],
  ['<div role=grid id=focus></div>', []],
])('%s handles %j itself', (html, expected) => expect(ownKeys(show(html))).toEqual(expected))
