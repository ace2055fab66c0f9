import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyInput } from '#src/commands/dispatcher/key-input.fake.ts'
import type { KeyInput } from '#src/commands/dispatcher/key-input.ts'
import { ariaKeys, keyLabels, parseKeys, strokesOf, type Platform } from './keys.ts'

const strokes = (part: Partial<KeyInput>, platform: Platform = 'other') => strokesOf(keyInput(part), platform)

describe('presses that are no command', () => {
  test.each([
    ['a modifier alone', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }],
    ['an input method composing', { key: 'a', code: 'KeyA', isComposing: true }],
    ['an input method by its old code', { key: 'a', code: 'KeyA', keyCode: 229 }],
    ['an input method by name', { key: 'Process', code: 'KeyA' }],
    ['a key without identity', { key: 'Unidentified', code: '' }],
    ['AltGr typing a letter (Polish ł)', { key: 'ł', code: 'KeyL', altGraph: true, ctrlKey: true, altKey: true }],
    ['AltGr typing a sign (euro)', { key: '€', code: 'KeyE', altGraph: true }],
    ['AltGr with an ASCII letter', { key: 'q', code: 'KeyQ', altGraph: true, ctrlKey: true, altKey: true }],
  ])('%s', (_, part) => expect(strokes(part)).toEqual([]))
})

describe('layouts', () => {
  test.each<[string, Partial<KeyInput>, string[]]>([
    ['a letter', { key: 'r', code: 'KeyR' }, ['r']],
    ['a letter with Shift', { key: 'R', code: 'KeyR', shiftKey: true }, ['shift+r']],
    ['a letter under CapsLock', { key: 'R', code: 'KeyR' }, ['r']],
    ['Shift under CapsLock', { key: 'r', code: 'KeyR', shiftKey: true }, ['shift+r']],
    ['Dvorak: the letter, never its position', { key: 'c', code: 'KeyI', ctrlKey: true }, ['mod+c']],
    ['Cyrillic: the position', { key: 'о', code: 'KeyJ' }, ['j']],
    ['Cyrillic with Shift', { key: 'О', code: 'KeyJ', shiftKey: true }, ['shift+j']],
    ['Cyrillic with Ctrl', { key: 'л', code: 'KeyK', ctrlKey: true }, ['mod+k']],
    ['Greek', { key: 'γ', code: 'KeyG' }, ['g']],
    ['AZERTY digit row', { key: '&', code: 'Digit1' }, ['&', '1']],
    ['AZERTY digit row, accented', { key: 'é', code: 'Digit2' }, ['2']],
    ['AZERTY digit with Shift', { key: '1', code: 'Digit1', shiftKey: true }, ['1']],
    ['US exclamation mark is no digit', { key: '!', code: 'Digit1', shiftKey: true }, ['!']],
    ['number pad', { key: '5', code: 'Numpad5' }, ['5']],
    ['number pad without NumLock', { key: 'Home', code: 'Numpad7' }, ['home']],
    ['a symbol, however it is typed (US)', { key: '?', code: 'Slash', shiftKey: true }, ['?']],
    ['a symbol, however it is typed (German)', { key: '?', code: 'Minus', shiftKey: true }, ['?']],
    ['a symbol by AltGr (German)', { key: '[', code: 'Digit8', altGraph: true, ctrlKey: true, altKey: true }, ['[']],
    ['a symbol with Ctrl', { key: ',', code: 'Comma', ctrlKey: true }, ['mod+,']],
    ['a dead key by its position', { key: 'Dead', code: 'Quote' }, ["'"]],
    ['space', { key: ' ', code: 'Space' }, ['space']],
    ['a named key with Shift', { key: 'Enter', code: 'Enter', shiftKey: true }, ['shift+enter']],
    ['the Windows key is not mod', { key: 'k', code: 'KeyK', metaKey: true }, ['meta+k']],
  ])('%s', (_, part, expected) => expect(strokes(part)).toEqual(expected))

  test.each<[string, Partial<KeyInput>, string[]]>([
    ['Command is mod', { key: 'k', code: 'KeyK', metaKey: true }, ['mod+k']],
    ['Control is not', { key: 'n', code: 'KeyN', ctrlKey: true }, ['ctrl+n']],
    ['Option made a glyph', { key: 'å', code: 'KeyA', altKey: true }, ['alt+a']],
    ['Option made a dead key', { key: 'Dead', code: 'KeyE', altKey: true }, ['alt+e']],
    ['Option left the letter as it is (Dvorak)', { key: 'c', code: 'KeyI', altKey: true }, ['alt+c']],
    ['Option typed a symbol (German)', { key: '[', code: 'Digit5', altKey: true }, ['[', 'alt+5']],
  ])('on a Mac: %s', (_, part, expected) => expect(strokes(part, 'mac')).toEqual(expected))

  test('a printable ASCII letter never depends on the position', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
    fc.assert(
      fc.property(letter, letter, (key, at) => {
        expect(strokes({ key, code: `Key${at.toUpperCase()}` })).toEqual([key])
      }),
    )
  })
})

describe('specifications', () => {
  test.each(['', 'shift+?', 'shift+1', 'hyper+x', 'g cc', 'mod+'])('%j is refused', (spec) =>
    expect(() => parseKeys(spec)).toThrow(/key|Shift/),
  )

  test.each<[string, string[][]]>([
    ['g c', [['g', 'c']]],
    ['shift+mod+Enter', [['mod+shift+enter']]],
    ['* a', [['*', 'a']]],
    ['esc', [['escape']]],
    ['mod++', [['mod++']]],
    ['f6', [['f6']]],
  ])('%s', (spec, expected) => expect(parseKeys(spec)).toEqual(expected))

  test('1..9 stands for nine keys', () =>
    expect(parseKeys('e 1..9').map((sequence) => sequence.join(' '))).toEqual(
      [...'123456789'].map((digit) => `e ${digit}`),
    ))

  test('labels depend on the platform', () =>
    expect({
      pc: keyLabels('mod+shift+k', 'other'),
      mac: keyLabels('mod+shift+k', 'mac'),
      sequence: keyLabels('g c', 'mac'),
      digits: keyLabels('e 1..9', 'other'),
    }).toEqual({ pc: ['Ctrl+Shift+K'], mac: ['⌘⇧K'], sequence: ['g', 'c'], digits: ['e', '1…9'] }))

  test('aria-keyshortcuts leaves sequences out', () =>
    expect([ariaKeys(['mod+k', 'g c', 'shift+x', 'down'], 'mac'), ariaKeys(['g c'], 'other')]).toEqual([
      'Meta+K Shift+X ArrowDown',
      undefined,
    ]))
})
