import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { createRegistry } from '#src/commands/registry.ts'
import { readKeymapFile, writeKeymapFile } from './keymap-file.ts'
import { effectiveKeys, keysIn, readKeymap, type Keymap, type KeymapDiff } from './keymap.ts'
import { withKeys } from './with-keys.ts'
import { presets } from '#src/features/keymap/presets.ts'
import { madeUp, unsaid } from '#src/commands/ids.fake.ts'

const command = (id: Command['id'], keys: string[], when = inView('queue')) =>
  defineCommand({ id, title: id, group: 'App', keywords: unsaid, keys, when, run: () => {} })
const resolve = command('alert.resolve', ['r'])
const select = command(madeUp('queue.select'), ['x', 'f2'])
const go = command('nav.cases', ['g c'])
const registry = createRegistry([[resolve, select, go, command('rule.edit', ['e'], inView('rules'))]], 'other')

describe('the keys of a command', () => {
  const keys = (one: Command) =>
    effectiveKeys(one, { 'queue.select': ['s'] }, { 'alert.resolve': ['d'], '-nav.cases': true })
  test('are the user’s, else the preset’s, else its own', () =>
    expect([keys(resolve), keys(select), keys(go), keys(registry.get('rule.edit'))]).toEqual([
      { keys: ['d'], source: 'user' },
      { keys: ['s'], source: 'preset' },
      { keys: [], source: 'user' },
      { keys: ['e'], source: 'default' },
    ]))

  test('are the last ones set', () =>
    fc.assert(
      fc.property(fc.array(fc.option(fc.subarray(['a', 'b', 'g c']))), fc.subarray(['d', 'g d']), (before, last) => {
        const diff = before.reduce<KeymapDiff>((was, next) => withKeys(was, resolve, next), {
          'queue.select': ['s'],
        })
        expect(keysIn(withKeys(diff, resolve, last), resolve)).toEqual(last)
        expect(withKeys(diff, resolve, null)).toEqual({ 'queue.select': ['s'] })
      }),
    ))
})

describe('a command with a former id', () => {
  const renamed: Command = { ...resolve, formerId: 'alert.settle' }
  const own = createRegistry([[renamed]], 'other')

  test('keeps the keys that a keymap gives it under that id, until it gets others', () => {
    const diff = { 'alert.settle': ['d'] }
    expect(effectiveKeys(renamed, {}, diff)).toEqual({ keys: ['d'], source: 'user' })
    expect(effectiveKeys(renamed, {}, { '-alert.settle': true }).keys).toEqual([])
    expect(withKeys(diff, renamed, null)).toEqual({})
    expect(withKeys({ '-alert.settle': true }, renamed, ['f2'])).toEqual({ 'alert.resolve': ['f2'] })
  })

  test('is found in a file under both ids, and kept under the present one', async () => {
    const file = '{"preset": "default", "alert.settle": ["d"]}'
    expect(await readKeymapFile(file, own, presets)).toEqual({
      keymap: { preset: 'default', overrides: { 'alert.resolve': ['d'] } },
    })
    expect(await readKeymapFile('{"-alert.settle": true}', own, presets)).toMatchObject({
      keymap: { overrides: { '-alert.resolve': true } },
    })
  })
})

describe('a registry with changed keys', () => {
  test('updates the keymap, badges and screen readers at once, and notifies', () => {
    const own = createRegistry([[resolve, select]], 'other')
    let told = 0
    const stop = own.subscribe(() => (told += 1))
    const before = own.view()
    own.rebind({ overrides: { 'alert.resolve': ['d'], '-queue.select': true } })
    stop()
    expect([own.keyOf('alert.resolve'), own.ariaKeysOf('alert.resolve'), own.keyOf(madeUp('queue.select'))]).toEqual([
      ['d'],
      'D',
      null,
    ])
    expect([...own.keymap.children.keys()]).toEqual(['d'])
    expect(before.keyOf('alert.resolve')).toEqual(['d'])
    expect([told, own.view() === before, own.view() === own.view()]).toEqual([1, false, true])
  })

  test('shows the leader, or what remains, where single keys are off', () => {
    const own = createRegistry([[resolve, select]], 'other')
    own.rebind({ singleKeys: 'leader' })
    expect([own.keysOf(madeUp('queue.select')), own.ariaKeysOf(madeUp('queue.select'))]).toEqual([
      [['Ctrl+J', 'x'], ['F2']],
      'F2',
    ])
    own.rebind({ singleKeys: 'off' })
    expect([own.keysOf(madeUp('queue.select')), own.keyOf('alert.resolve')]).toEqual([[['F2']], null])
  })
})

test('a stored keymap is read as far as it is valid', () => {
  expect(
    readKeymap({ preset: 'emacs', overrides: { 'a.b': ['d'], 'a.c': ['nokey'], '-a.d': true, 'a.e': 3 } }),
  ).toEqual({
    preset: 'default',
    overrides: { 'a.b': ['d'], '-a.d': true },
  })
  for (const stored of [undefined, null, 'gmail', { overrides: [] }])
    expect(readKeymap(stored)).toEqual({ preset: 'default', overrides: {} })
})

describe('a keymap file', () => {
  const refused = async (text: string) => {
    const result = await readKeymapFile(text, registry, presets)
    return 'errors' in result ? result.errors.map(({ line, message }) => `${line}: ${message}`) : []
  }

  test.each([
    ['what is not JSON', '{\n  "alert.resolve": ["d"\n}', [/^3: This is not JSON: comma expected/]],
    ['comments', '{\n  // mine\n}', [/^2: This is not JSON/]],
    ['something else', '["r"]', [/^1: A keymap is an object/]],
    [
      'an unknown command',
      '{\n  "alert.resolve": ["d"],\n\n  "alert.burn": ["b"]\n}',
      [/^4: There is no command "alert.burn"/],
    ],
    ['an unknown preset', '{"preset": "emacs"}', [/^1: There is no preset "emacs"/]],
    ['a key that is none', '{\n"alert.resolve": ["d", "hyper+d"]}', [/^2: "hyper\+d" is not a key/]],
    ['such a key on a line of its own', '{"alert.resolve": [\n"d",\n"dd"\n]}', [/^3: "dd" is not a key/]],
    ['keys that are no list', '{"alert.resolve": "d"}', [/^1: "alert.resolve" needs a list/]],
    ['an empty list', '{"alert.resolve": []}', [/^1: "alert.resolve" needs a list/]],
    ['taking away by halves', '{"-alert.resolve": ["r"]}', [/^1: "-alert.resolve" takes all keys away/]],
    [
      'a command twice',
      '{\n"alert.resolve": ["d"],\n"-alert.resolve": true}',
      [/^3: "alert.resolve" is already on line 2/],
    ],
    [
      'a key that another command has',
      '{\n"alert.resolve": ["x"]\n}',
      [/^2: "x" is given twice.*alert.resolve and queue.select/],
    ],
    ['a key that begins a sequence', '{\n"alert.resolve": ["g"]\n}', [/^2: "g" is a key and also begins/]],
    ['a key given twice', '{\n"alert.resolve": ["d"],\n"queue.select": ["d"]\n}', [/^3: "d" is given twice/]],
  ])('is refused with the line: %s', async (_, text, expected) =>
    expect(await refused(text)).toEqual(expected.map((line) => expect.stringMatching(line))),
  )

  test('may take a key from a command that gives it up', async () =>
    expect(await readKeymapFile('{"alert.resolve": ["x"], "-queue.select": true}', registry, presets)).toEqual({
      keymap: { preset: 'default', overrides: { 'alert.resolve': ['x'], '-queue.select': true } },
    }))

  test('may reuse a key where the two commands never meet', async () =>
    expect(await refused('{"alert.resolve": ["e"]}')).toEqual([]))

  test('is read as it was written', async () => {
    const keymap: Keymap = {
      preset: 'default',
      overrides: { '-queue.select': true, 'alert.resolve': ['x', 'g d'] },
    }
    expect(writeKeymapFile(keymap)).toBe(
      '{\n  "preset": "default",\n  "alert.resolve": ["x", "g d"],\n  "-queue.select": true\n}\n',
    )
    expect(await readKeymapFile(writeKeymapFile(keymap), registry, presets)).toEqual({ keymap })
  })
})
