import { describe, expect, test } from 'vitest'
import { keyInput } from '#src/commands/dispatcher/key-input.fake.ts'
import type { KeyInput } from '#src/commands/dispatcher/key-input.ts'
import { keyLabels } from './keys.ts'
import { canType, learn, unknownLayout, type Layout } from './layout.ts'

const russian: Layout = {
  plain: new Map([
    ['KeyG', 'п'],
    ['KeyC', 'с'],
    ['BracketRight', 'ъ'],
    ['Slash', '.'],
  ]),
  seen: new Set(),
}
const german: Layout = {
  plain: new Map([
    ['Slash', '-'],
    ['Minus', 'ß'],
    ['KeyZ', 'y'],
    ['Backslash', '#'],
  ]),
  seen: new Set(),
}

describe('the symbol on a key', () => {
  test.each([
    ['g c', russian, ['п', 'с']],
    ['shift+g', russian, ['Shift+П']],
    [']', russian, ['ъ']],
    ['.', russian, ['.']],
    ['enter', russian, ['Enter']],
    ['g c', german, ['g', 'c']],
    ['z', german, ['z']],
  ])('%s', (spec, layout, labels) => expect(keyLabels(spec, 'other', layout)).toEqual(labels))
})

describe('characters that can be typed', () => {
  test.each([
    ['anything while nothing is known', '?', unknownLayout, true],
    ['letters and digits, by their position if need be', 'g', russian, true],
    ['a symbol by its position', ']', russian, true],
    ['a symbol of the first level', '#', german, true],
    ['a symbol not seen yet', '?', german, false],
    ['a symbol that was typed', '?', { ...german, seen: new Set(['?']) }, true],
    ['a shifted symbol of a US keyboard', '?', { plain: new Map([['Slash', '/']]), seen: new Set<string>() }, true],
  ])('%s', (_, character, layout, expected) => expect(canType(character, layout)).toBe(expected))
})

describe('learning', () => {
  const press = (part: Partial<KeyInput>) => learn(unknownLayout, keyInput({ code: 'KeyG', ...part }))
  test('a plain key reveals its position', () => expect(press({ key: 'п' }).plain.get('KeyG')).toBe('п'))
  test('a shifted key reveals only that it can be typed', () =>
    expect(press({ key: '?', code: 'Minus', shiftKey: true })).toEqual({ plain: new Map(), seen: new Set(['?']) }))
  test.each([{ key: 'g' }, { key: '5' }, { key: 'Enter' }, { key: '?', ctrlKey: true }])(
    'nothing is learnt from %o',
    (part) => expect(press(part)).toBe(unknownLayout),
  )
})
