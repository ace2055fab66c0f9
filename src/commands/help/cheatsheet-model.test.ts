import { expect, test } from 'vitest'
import { defineCommand, type CommandInit } from '#src/commands/command.ts'
import { inView, noAtoms, type View } from '#src/commands/dispatcher/when.ts'
import { unsaid } from '#src/commands/ids.fake.ts'
import { createRegistry } from '#src/commands/registry.ts'
import { roleSections, rolesFor } from './cheatsheet-model.ts'

const command = (id: CommandInit<readonly []>['id'], title: string, keys: string[], view?: View) =>
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
      command('nav.rules', 'Rules', ['g r']),
      command('case.next', 'Next', ['g j'], 'case'),
      command('alert.reject', 'Next', ['g j'], 'queue'),
      command('case.copyId', 'Next', ['y y'], 'document'),
    ],
  ],
  'other',
)

test('commands of one name and the same keys are printed once, with all their places', () => {
  const [role] = rolesFor(noAtoms)
  const lines = roleSections(registry, role!).flatMap((section) => section.lines)
  expect(lines.map(({ title, keys, where }) => `${title} ${keys.flat().join(' ')}, ${where ?? 'everywhere'}`)).toEqual([
    'Rules g r, everywhere',
    'Next g j, case; queue',
    'Next y y, document',
  ])
})
