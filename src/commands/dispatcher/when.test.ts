import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  all,
  always,
  any,
  evaluate,
  flag,
  flags,
  implies,
  inOverlay,
  inView,
  noAtoms,
  not,
  overlaps,
  overlays,
  type Atoms,
  type View,
  type When,
} from './when.ts'

const views = ['queue', 'accountAlerts', 'case', 'customer'] as const satisfies View[]
const when = fc.letrec<{ when: When }>((tie) => ({
  when: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...views.slice(0, 3)).map((name) => inView(name)),
    fc.constantFrom(...overlays).map((name) => inOverlay(name)),
    fc.constantFrom(...flags.slice(0, 4)).map((name) => flag(name)),
    fc.array(tie('when'), { maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('when'), { maxLength: 3 }).map((of) => any(...of)),
    tie('when').map(not),
  ),
})).when

const atoms: fc.Arbitrary<Atoms> = fc.record({
  ...Object.fromEntries(flags.map((name) => [name, fc.boolean()])),
  view: fc.constantFrom(null, ...views),
  overlay: fc.constantFrom(...overlays),
}) as fc.Arbitrary<Atoms>

test('a screen without a view matches no view', () =>
  expect([evaluate(inView(...views), noAtoms), evaluate(always, noAtoms)]).toEqual([false, true]))

test('no state satisfies both of two expressions that do not overlap', () =>
  fc.assert(
    fc.property(when, when, atoms, (a, b, state) => {
      if (evaluate(a, state) && evaluate(b, state)) expect(overlaps(a, b)).toBe(true)
    }),
  ))

test('overlap is symmetric, and nothing overlaps its negation', () =>
  fc.assert(
    fc.property(when, when, (a, b) => {
      expect(overlaps(a, b)).toBe(overlaps(b, a))
      expect(overlaps(a, not(a))).toBe(false)
    }),
  ))

test('an expression that implies another holds only where the other does', () =>
  fc.assert(
    fc.property(when, when, atoms, (a, b, state) => {
      if (implies(all(a, b), b)) expect(!evaluate(all(a, b), state) || evaluate(b, state)).toBe(true)
      expect(implies(all(a, b), b)).toBe(true)
    }),
  ))

test.each<[string, When, When, boolean]>([
  ['two views', inView('queue'), inView('case'), false],
  ['a view of both', inView('queue', 'case'), inView('case'), true],
  ['a view and its absence', inView('queue'), not(inView('queue')), false],
  ['views nobody mentions', not(inView('queue')), not(inView('case')), true],
  ['overlays', inOverlay('none'), inOverlay('dialog', 'palette'), false],
  ['every overlay excluded', not(inOverlay(...overlays)), always, false],
  ['flags apart from views', flag('triage'), inView('queue'), true],
])('%s', (_, a, b, expected) => expect(overlaps(a, b)).toBe(expected))
