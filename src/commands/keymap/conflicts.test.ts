import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { applicable, bindingsOf, buildKeymap, preferred } from '#src/commands/dispatcher/key-tree.ts'
import {
  all,
  evaluate,
  flag,
  flags,
  inView,
  noAtoms,
  overlaps,
  type Atoms,
  type View,
  type When,
} from '#src/commands/dispatcher/when.ts'
import { findCautions, findConflicts } from './conflicts.ts'
import { unknownLayout, type Layout } from './layout.ts'
import { madeUp, unsaid } from '#src/commands/ids.fake.ts'

const command = (id: Command['id'], keys: string[], part: Partial<Pick<Command, 'when' | 'whileTyping'>> = {}) =>
  defineCommand({ group: 'App', run: () => {}, ...part, keywords: unsaid, id, title: id, shortTitle: id, keys })
const conflicts = (...list: Command[]) => findConflicts(list.flatMap((one) => bindingsOf(one)))

describe('conflicts of a keymap', () => {
  test('commands that work in one state conflict on the same key', () =>
    expect(
      conflicts(
        command(madeUp('app.one'), ['q'], { when: inView('queue', 'case') }),
        command(madeUp('app.two'), ['q'], { when: inView('case', 'rules') }),
      ),
    ).toEqual([{ kind: 'hard', keys: 'q', ids: ['app.one', 'app.two'] }]))

  test('include a key that begins another sequence', () =>
    expect(conflicts(command(madeUp('app.one'), ['g c']), command(madeUp('app.two'), ['g']))).toEqual([
      { kind: 'prefix', keys: 'g', ids: ['app.two', 'app.one'] },
    ]))

  test('a command conflicts with itself', () =>
    expect(conflicts(command(madeUp('app.one'), ['g', 'g c']))).toMatchObject([{ kind: 'prefix' }]))

  test('the more specific command shadows, without a conflict', () =>
    expect(
      conflicts(command(madeUp('app.one'), ['q']), command(madeUp('app.two'), ['q'], { when: inView('case') })),
    ).toEqual([{ kind: 'shadowed', keys: 'q', ids: ['app.two', 'app.one'] }]))

  test('there are none between commands that never meet', () =>
    expect(
      conflicts(
        command(madeUp('app.one'), ['q'], { when: inView('queue') }),
        command(madeUp('app.two'), ['q'], { when: inView('case') }),
      ),
    ).toEqual([]))
})

test('the source of the keys does not change what is refused, but which of two wins', () => {
  const own = bindingsOf(command(madeUp('app.one'), []), { keys: ['q'], source: 'user' })
  expect(findConflicts([...own, ...bindingsOf(command(madeUp('app.two'), ['q']))])).toMatchObject([{ kind: 'hard' }])
  const narrower = bindingsOf(command(madeUp('app.two'), ['q'], { when: inView('case') }))
  const [found] = findConflicts([...narrower, ...own])
  expect(found).toEqual({ kind: 'shadowed', keys: 'q', ids: ['app.one', 'app.two'] })
  const chosen = preferred(
    applicable(buildKeymap([...narrower, ...own]).children.get('q')!, { ...noAtoms, view: 'case' }),
  )
  expect(chosen?.id).toBe('app.one')
})

test('keys for text and keys that text fields keep never meet', () =>
  expect(
    conflicts(
      command(madeUp('app.one'), [';'], { when: flag('typing'), whileTyping: true }),
      command(madeUp('app.two'), ['; a']),
    ),
  ).toEqual([]))

describe('cautions', () => {
  const cautions = (keys: string[], layout: Layout = unknownLayout) =>
    findCautions(madeUp('app.one'), { keys, source: 'user' }, layout, 'other').map(({ kind, keys: spec }) => [
      kind,
      spec,
    ])

  test('name keys that the browser or a screen reader uses', () =>
    expect(cautions(['q', 'mod+t', 'mod+1', 'alt+left', 'f5', 'shift+insert', 'g mod+w'])).toEqual(
      ['mod+t', 'mod+1', 'alt+left', 'f5', 'shift+insert', 'g mod+w'].map((spec) => ['reserved', spec]),
    ))

  const german: Layout = {
    plain: new Map([
      ['Slash', '-'],
      ['Minus', 'ß'],
      ['BracketLeft', 'ü'],
    ]),
    seen: new Set(['!']),
  }
  test('name a symbol that this keyboard may lack, where there is no other key', () =>
    expect(cautions(['*'], german)).toEqual([['layout', '*']]))
  test('are absent where another key does the same, or the symbol was typed', () =>
    expect([cautions(['*', 'f8'], german), cautions(['!'], german), cautions(['['], german)]).toEqual([[], [], []]))
})

const views = ['queue', 'accountAlerts', 'case', 'customer', 'rules'] as const satisfies View[]
const anyWhen: fc.Arbitrary<When> = fc.letrec<{ when: When }>((tie) => ({
  when: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...views).map((name) => inView(name)),
    fc.constantFrom(...flags).map((name) => flag(name)),
    tie('when').map((of): When => ({ op: 'not', of })),
    fc
      .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(tie('when'), { maxLength: 3 }))
      .map(([op, of]): When => ({ op, of })),
  ),
})).when
const anyAtoms: fc.Arbitrary<Atoms> = fc
  .record({ view: fc.constantFrom(...views, null), on: fc.subarray([...flags]) })
  .map(({ view, on }) => ({ ...noAtoms, view, ...Object.fromEntries(on.map((name) => [name, true])) }))

test('the pruned search misses no state in which both hold', () =>
  fc.assert(
    fc.property(anyWhen, anyWhen, anyAtoms, (a, b, atoms) => {
      if (evaluate(a, atoms) && evaluate(b, atoms)) expect(overlaps(a, b)).toBe(true)
    }),
  ))

test('without a conflict no state has two commands for one key', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('q', 'w', 'q w'), anyWhen), { maxLength: 5 }),
      anyAtoms,
      (specs, atoms) => {
        const list = specs.map(([keys, when], at) => command(madeUp(`app.c${at}`), [keys], { when: all(when) }))
        const bindings = list.flatMap((one) => bindingsOf(one))
        if (findConflicts(bindings).length > 0) return
        const root = buildKeymap(bindings)
        for (const node of root.children.values()) expect(applicable(node, atoms).length).toBeLessThan(2)
      },
    ),
  ))
