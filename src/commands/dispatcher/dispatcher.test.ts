import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineCommand, type Command, type CommandInit } from '#src/commands/command.ts'
import { dispatch, idle, type DispatchState, type Outcome, type Press } from './dispatcher.ts'
import type { KeyInput } from './key-input.ts'
import { bindingsOf, buildKeymap, type Binding } from './key-tree.ts'
import { all, always, flag, inOverlay, inView, noAtoms, not, type Atoms } from './when.ts'
import { keyInput } from './key-input.fake.ts'
import { madeUp, unsaid } from '#src/commands/ids.fake.ts'

const command = (id: Command['id'], keys: string[], part: Partial<CommandInit<readonly []>> = {}) =>
  defineCommand({
    group: 'App',
    keywords: unsaid,
    run: () => {},
    ...part,
    id,
    title: id,
    shortTitle: id,
    keys,
  } as CommandInit<readonly []>)

const inQueue = all(inView('queue'), not(flag('triage')))
const commands = [
  command('list.down', ['j', 'down'], { when: inQueue, repeat: 'allow', count: 'times' }),
  command('list.first', ['g g', 'home'], { when: inQueue, count: 'toIndex' }),
  command(madeUp('queue.resolve'), ['r'], { when: inQueue }),
  command('queue.open', ['enter'], { when: inQueue }),
  command('nav.cases', ['g c']),
  command('nav.dashboard', ['g h'], { when: flag('admin') }),
  command('case.snooze', ['h'], { when: inQueue }),
  command(madeUp('nav.view'), ['g 1..9']),
  command('app.palette', ['mod+k'], { when: inOverlay('none', 'drawer') }),
  command('app.help', ['?', 'f1']),
  command('app.undo', ['z']),
  command('list.clear', ['escape'], { when: all(inQueue, flag('hasSelection')) }),
  command('alert.macro', ['1..9'], { when: flag('triage') }),
  command('alert.macroEdit', ['e 1..9'], { when: flag('triage') }),
  command('case.tab', ['1', '2'], { when: inView('case') }),
  command('case.next', ['j'], { when: inView('case'), count: 'times' }),
  command(madeUp('list.all'), ['* a'], { when: inQueue }),
  command('dialog.snippet', ['; 1..9'], { when: flag('typing'), whileTyping: true }),
]
const keymap = buildKeymap(commands.flatMap((one) => bindingsOf(one)))

const queue: Atoms = { ...noAtoms, view: 'queue' }
const triage: Atoms = { ...queue, triage: true }
const text: Atoms = { ...queue, typing: true }

interface Options {
  atoms?: Atoms
  own?: string[]
}

/** The result of a run of presses: each a key or a whole input. */
function type(presses: readonly (string | Partial<KeyInput>)[], { atoms = queue, own = [] }: Options = {}) {
  let state: DispatchState = idle
  const outcomes: Outcome[] = []
  for (const one of presses) {
    const pressed = keyInput(typeof one === 'string' ? { key: one } : one)
    const step = dispatch(keymap, state, { input: pressed, atoms, own, platform: 'other' })
    state = step.state
    outcomes.push(step.outcome)
  }
  return { state, outcomes, last: outcomes.at(-1)! }
}
const kinds = (...args: Parameters<typeof type>) => type(...args).outcomes.map(({ kind }) => kind)
const ran = (...args: Parameters<typeof type>) =>
  type(...args).outcomes.flatMap((outcome) => (outcome.kind === 'run' ? [outcome.id] : []))

describe('ignored key presses', () => {
  test.each<[string, Partial<KeyInput>, Options]>([
    ['text in a field', { key: 'r' }, { atoms: text }],
    ['a modifier', { key: 'Shift' }, {}],
    ['an input method', { key: 'r', isComposing: true }, {}],
    ['a dead key in a field', { key: 'Dead', code: 'Semicolon' }, { atoms: text }],
    ['AltGr typing a letter', { key: 'ą', code: 'KeyA', altGraph: true }, {}],
    ['Enter on a button', { key: 'Enter' }, { own: ['enter', 'space'] }],
    ['a key under a dialog', { key: 'r' }, { atoms: { ...queue, overlay: 'dialog' } }],
  ])('%s runs nothing and is passed on', (_, part, options) => {
    expect(['pass', 'unbound']).toContain(type([part], options).last.kind)
  })

  test('a modifier within a sequence does not end it', () =>
    expect(ran(['g', { key: 'Shift', shiftKey: true }, 'c'])).toEqual(['nav.cases']))

  test('an input method within a sequence does not end it', () =>
    expect(ran(['g', { key: 'Process' }, 'c'])).toEqual(['nav.cases']))
})

describe('text fields', () => {
  test('handle chords, Escape and function keys', () =>
    expect(ran([{ key: 'k', ctrlKey: true }, { key: 'F1' }], { atoms: text })).toEqual(['app.palette', 'app.help']))

  test('keep characters, even where one begins a sequence', () =>
    expect(kinds(['g', 'c', '?'], { atoms: text })).toEqual(['unbound', 'unbound', 'unbound']))

  test('a command may request its keys there', () =>
    expect(ran([';', '3'], { atoms: text })).toEqual(['dialog.snippet']))
})

describe('sequences', () => {
  test('a command of another role gives that reason, and its last key alone does nothing', () => {
    expect(type(['g', 'h']).outcomes).toEqual([{ kind: 'pending' }, { kind: 'denied', id: 'nav.dashboard' }])
    expect(ran(['h'])).toEqual(['case.snooze'])
    expect(ran(['g', 'h'], { atoms: { ...queue, admin: true } })).toEqual(['nav.dashboard'])
  })

  test('run at their end', () => expect(kinds(['g', 'c'])).toEqual(['pending', 'run']))

  test('pass on the key that reveals that they lead nowhere', () =>
    expect(type(['g', 'r']).last).toMatchObject({ kind: 'run', id: 'queue.resolve', count: null }))

  test('can begin again at once', () => expect(ran(['g', '*', 'g', 'c'])).toEqual(['nav.cases']))

  test('end with Escape, which then does nothing else', () => {
    const atoms = { ...queue, hasSelection: true }
    expect(ran(['g', 'Escape'], { atoms })).toEqual([])
    expect(ran(['g', 'Escape', 'Escape'], { atoms })).toEqual(['list.clear'])
  })

  test('do not begin where nothing they lead to works', () =>
    expect(kinds(['*'], { atoms: { ...noAtoms, view: 'dashboard' } })).toEqual(['unbound']))

  test('begin once while their first key is held', () =>
    expect(kinds(['g', { key: 'g', repeat: true }])).toEqual(['pending', 'swallowed']))

  test('report which digit was pressed', () =>
    expect(type(['g', '4']).last).toMatchObject({ id: 'nav.view', digit: 4 }))
})

describe('auto-repeat', () => {
  test('repeats moves', () => expect(ran(['j', { key: 'j', repeat: true }])).toEqual(['list.down', 'list.down']))
  test('decides only once', () => expect(kinds(['r', { key: 'r', repeat: true }])).toEqual(['run', 'swallowed']))
})

describe('counts', () => {
  test('are passed to a command that takes one', () =>
    expect(type(['1', '2', 'j']).last).toMatchObject({ id: 'list.down', count: 12 }))

  test('apply across a sequence', () =>
    expect(type(['1', '2', 'g', 'g']).last).toMatchObject({ id: 'list.first', count: 12 }))

  test('are dropped by a command that takes none', () => {
    expect(type(['5', 'r']).last).toMatchObject({ id: 'queue.resolve', count: null })
    expect(type(['5', 'r', 'j']).last).toMatchObject({ id: 'list.down', count: null })
  })

  test('do not begin with 0 and have a maximum', () => {
    expect(kinds(['0'])).toEqual(['unbound'])
    expect(type([...'99999999', 'j']).last).toMatchObject({ count: 99_999 })
  })

  test('are not read where digits are keys', () =>
    expect(type(['3'], { atoms: triage }).last).toMatchObject({ id: 'alert.macro', digit: 3 }))

  test('are not read there from other digits either', () =>
    expect(kinds(['2', '7'], { atoms: { ...noAtoms, view: 'case' } })).toEqual(['run', 'unbound']))

  test('work on AZERTY, where a digit key types a symbol', () =>
    expect(type([{ key: '(', code: 'Digit5' }, 'j']).last).toMatchObject({ id: 'list.down', count: 5 }))

  test('end with Escape', () => expect(type(['5', 'Escape', 'j']).last).toMatchObject({ count: null }))
})

describe('layouts', () => {
  test('Cyrillic letters are found by key position', () =>
    expect(
      ran([
        { key: 'п', code: 'KeyG' },
        { key: 'с', code: 'KeyC' },
      ]),
    ).toEqual(['nav.cases']))

  test('AZERTY digits run macros', () =>
    expect(type([{ key: 'é', code: 'Digit2' }], { atoms: triage }).last).toMatchObject({ id: 'alert.macro', digit: 2 }))
})

const binding = (id: Binding['id'], when = always, source: Binding['source'] = 'default'): Binding => ({
  ...bindingsOf(command(id, ['q']))[0]!,
  when,
  source,
})

const outcome = (...bindings: Binding[]) =>
  dispatch(buildKeymap(bindings), idle, { input: keyInput({ key: 'q' }), atoms: queue, own: [], platform: 'other' })
    .outcome

describe('several commands on a key', () => {
  test('none runs where none takes precedence', () =>
    expect(outcome(binding(madeUp('app.one')), binding(madeUp('app.two')))).toEqual({
      kind: 'ambiguous',
      ids: [madeUp('app.one'), madeUp('app.two')],
    }))

  test('the more specific one runs', () =>
    expect(outcome(binding(madeUp('app.one')), binding(madeUp('app.two'), inView('queue')))).toMatchObject({
      id: madeUp('app.two'),
    }))

  test('the user’s own key takes precedence over the more specific', () =>
    expect(
      outcome(binding(madeUp('app.one'), always, 'user'), binding(madeUp('app.two'), inView('queue'))),
    ).toMatchObject({
      id: 'app.one',
    }))
})

test('every press runs at most one command, and a finished one leaves no state behind', () => {
  const key = fc.constantFrom(...'gcjrz*ae;?019', 'Escape', 'Enter', 'Shift', 'Dead', 'ж')
  const press = fc.record({ key, repeat: fc.boolean(), shiftKey: fc.boolean(), ctrlKey: fc.boolean() })
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), fc.constantFrom(queue, triage, text), (presses, atoms) => {
      const { outcomes, state, last } = type(presses, { atoms })
      expect(outcomes.every(({ kind }) => kind !== 'ambiguous')).toBe(true)
      if (last && ['run', 'unbound', 'cancelled'].includes(last.kind)) expect(state).toEqual(idle)
      if (state.path.length > 0 || state.count !== null)
        expect(type([...presses, 'Escape'], { atoms }).state).toEqual(idle)
    }),
  )
})

describe('while commands are still loading', () => {
  const at = (key: string, path: readonly string[], more: Partial<Press> = {}) =>
    dispatch(
      keymap,
      { ...idle, path },
      { input: keyInput({ key }), atoms: queue, own: [], platform: 'other', isComing: true, ...more },
    )

  test('a key without a loaded command is early, and a sequence stays open', () => {
    expect(at('w', []).outcome).toEqual({ kind: 'early' })
    expect(at('w', ['g'])).toEqual({ state: { ...idle, path: ['g'] }, outcome: { kind: 'early' } })
  })

  test('a key that continues no sequence does not begin another, which could be a different command', () =>
    expect([at('j', ['g']).outcome.kind, at('j', ['g'], { isComing: false }).outcome.kind]).toEqual(['early', 'run']))

  test('a loaded command runs', () => expect(at('j', []).outcome).toMatchObject({ id: 'list.down' }))

  test('text stays text, and focus keys move the focus', () => {
    expect(at('w', [], { atoms: text }).outcome.kind).not.toBe('early')
    expect(at('Tab', []).outcome).toEqual({ kind: 'unbound' })
  })
})
