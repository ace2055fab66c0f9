import { unsaid } from '#src/commands/ids.fake.ts'
import { expect, test } from 'vitest'
import { defineCommand, type CommandInit } from '#src/commands/command.ts'
import { idle } from '#src/commands/dispatcher/dispatcher.ts'
import { inView, noAtoms } from '#src/commands/dispatcher/when.ts'
import { createRegistry } from '#src/commands/registry.ts'
import { whichKeyMenu } from './which-key-model.ts'

const command = (id: CommandInit<readonly []>['id'], title: string, keys: string[], view?: 'queue' | 'case') =>
  defineCommand({
    id,
    title,
    group: 'Navigate',
    keywords: unsaid,
    keys,
    run: () => {},
    ...(view && { when: inView(view) }),
  })

const registry = createRegistry(
  [
    [
      command('view.onKey', 'Saved view', ['g 1..9']),
      command('nav.rules', 'Rules', ['g r']),
      command('nav.cases', 'Cases', ['g c', 'g x']),
      command('case.next', 'Next case', ['g j'], 'case'),
      command('view.backToday', 'Back today', ['g 0']),
      command('case.copyId', 'Copy id', ['y y']),
      command('alert.macro', 'Decide', ['1..9'], 'queue'),
      command('outbox.showUnsent', 'Not sent', ['1'], 'case'),
      command('alert.reject', 'Reject', ['shift+r']),
      command('app.help', 'Help', ['?', 'f1']),
      command('app.palette', 'Palette', ['mod+k']),
    ],
  ],
  'other',
)
const inQueue = { ...noAtoms, view: 'queue' } as const
const inCase = { ...noAtoms, view: 'case' } as const
const lines = (state: Partial<typeof idle>, atoms: typeof noAtoms) =>
  whichKeyMenu(registry, { ...idle, ...state }, atoms).map(({ keys, title }) => `${keys.join(' ')} ${title}`)

test('there is no menu without keys, or with keys that lead nowhere', () => {
  expect(lines({}, inQueue)).toEqual([])
  expect(lines({ count: 12 }, inQueue)).toEqual([])
  expect(lines({ path: ['q'] }, inQueue)).toEqual([])
})

test('a prefix lists its keys by letter, digits last, each command once with its first key', () => {
  expect(lines({ path: ['g'] }, inQueue)).toEqual(['c Cases', 'r Rules', '0 Back today', '1…9 Saved view'])
})

test('the strip lists only commands that work here', () => {
  expect(lines({ path: ['g'] }, inCase)).toContain('j Next case')
  expect(lines({ path: ['g'] }, inQueue)).not.toContain('j Next case')
})

test('the leader lists single keys, and how many commands a prefix has', () => {
  expect(lines({ isLed: true }, inQueue)).toEqual(['g 4 more', 'Shift+R Reject', 'y 1 more', '? Help', '1…9 Decide'])
  expect(lines({ isLed: true }, inCase)).toContain('1 Not sent')
})
