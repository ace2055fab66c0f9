import { unsaid } from '#src/commands/ids.fake.ts'
import { expect, test } from 'vitest'
import { defineArg, defineCommand, type CommandInit, type Ctx, type Option } from '#src/commands/command.ts'
import { nameViews } from '#src/commands/dispatcher/view-labels.ts'
import { flag, inView, noAtoms } from '#src/commands/dispatcher/when.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { createRegistry } from '#src/commands/registry.ts'
import { createFrecency } from './frecency.ts'
import { commandRows, highlighted, optionRows, queryKey } from './palette-model.ts'

nameViews({ accountAlerts: 'account alerts' })

type Init = CommandInit<readonly []>
const command = (id: Init['id'], group: Init['group'], more: Pick<Partial<Init>, 'priority' | 'disabledReason'> = {}) =>
  defineCommand({ id, title: id, group, keywords: unsaid, run: () => {}, ...more })

const registry = createRegistry([
  [
    command('app.help', 'App'),
    command('nav.rules', 'Navigate'),
    command('alert.resolve', 'Triage', { priority: 10 }),
    command('app.undo', 'App', { disabledReason: () => 'Nothing to undo' }),
    command('nav.cases', 'Navigate'),
    command('case.await', 'Triage'),
    command('case.assign', 'Assign'),
  ],
])
const ctx = { atoms: { ...noAtoms, view: 'queue' } } as Ctx

function rows(uses: readonly string[], query = '') {
  const clock = { now: 0 }
  const frecency = createFrecency(createFakePorts().frecency, () => clock.now++)
  uses.forEach((key) => frecency.use(key))
  return commandRows({ registry, frecency, ctx }, 'all', query).map(({ heading, title }) => `${heading}: ${title}`)
}

test('an empty query lists decisions first, one per group, and unavailable commands last', () => {
  expect(rows([])).toEqual([
    'Triage: alert.resolve',
    'Triage: case.await',
    'Assign: case.assign',
    'Navigate: nav.rules',
    'Navigate: nav.cases',
    'App: app.help',
    'Not now: app.undo',
  ])
})

test('recent commands and search terms come before, and only there', () => {
  const searches = ['a', 'b', 'c', 'd'].map((text) => queryKey(`client ${text}`))
  const shown = rows(['command:nav.cases', 'command:app.undo', ...searches])
  expect(shown.slice(0, 5)).toEqual([
    'Recent: nav.cases',
    'Recent searches: client d',
    'Recent searches: client c',
    'Recent searches: client b',
    'Triage: alert.resolve',
  ])
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown.at(-1)).toBe('Not now: app.undo')
})

test('a query ranks by match, whatever the group', () => {
  expect(rows(['command:app.help'], 'nav')).toEqual(['Commands: nav.rules', 'Commands: nav.cases'])
})

test('a command to the current place is below the commands of the place, unless the query is its name', () => {
  const people = createRegistry([
    [
      defineCommand({ id: 'nav.team', title: 'Team', group: 'Navigate', keywords: 'skills, people', run: () => {} }),
      defineCommand({
        id: 'team.skill',
        title: 'Enter skill',
        group: 'Assign',
        keywords: unsaid,
        disabledReason: () => 'Nobody is current',
        run: () => {},
      }),
    ],
  ])
  const frecency = createFrecency(createFakePorts().frecency, () => 0)
  const found = (view: 'team' | 'queue', query: string) =>
    commandRows({ registry: people, frecency, ctx: { atoms: { ...noAtoms, view } } as Ctx }, 'all', query).map(
      (row) => row.title,
    )
  expect(found('team', 'skill')).toEqual(['Enter skill', 'Team'])
  expect(found('queue', 'skill')).toEqual(['Team', 'Enter skill'])
  expect(found('team', 'team')[0]).toBe('Team')
})

test('a command that cannot run is below those that can, and one of another place below that, each with the reason', () => {
  const assign = { title: 'Assign', group: 'Assign', keywords: unsaid, run: () => {} } as const
  const some = createRegistry([
    [
      defineCommand({ ...assign, id: 'accountAlert.assign', when: inView('accountAlerts') }),
      defineCommand({ ...assign, id: 'case.spread', title: 'Assign all', disabledReason: () => 'Only managers' }),
      defineCommand({ ...assign, id: 'case.assign', title: 'Do assign' }),
      defineCommand({ ...assign, id: 'team.spread', title: 'Assign load', when: flag('admin') }),
    ],
  ])
  const frecency = createFrecency(createFakePorts().frecency, () => 0)
  const found = commandRows({ registry: some, frecency, ctx: { ...ctx } }, 'all', 'assign')
  expect(found.map(({ title, disabled }) => [title, disabled])).toEqual([
    ['Do assign', null],
    ['Assign all', 'Only managers'],
    ['Assign', 'Works in account alerts'],
    ['Assign load', 'For administrators'],
  ])
})

test('a last resort is below every choice, and Enter does not take it before it was moved to', () => {
  const option = (title: string): Option => ({ id: title, value: title, title })
  const spec = defineArg<'note', unknown>({
    name: 'note',
    type: 'choice',
    isInSight: true,
    prompt: () => 'Note',
    source: () => [],
    create: (_, query) => ({ ...option(query), id: 'typed', isLastResort: true }),
  })
  const frecency = createFrecency(createFakePorts().frecency, () => 0)
  const of = (query: string, picked: string | null = null) => {
    const found = optionRows(
      { registry, frecency, ctx },
      registry.get('alert.resolve'),
      spec,
      [option('Duplicate')],
      query,
    )
    return [found.map(({ title }) => title), highlighted(found, picked, null)]
  }
  expect(of('dupl')).toEqual([['Duplicate', 'dupl'], 'option:Duplicate'])
  expect(of('seen twice')).toEqual([['seen twice'], ''])
  expect(of('seen twice', 'option:typed')).toEqual([['seen twice'], 'option:typed'])
})
