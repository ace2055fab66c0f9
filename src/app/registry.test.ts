import { expect, it, vi } from 'vitest'
import { createRegistry } from '#src/commands/registry.ts'
import type { Data } from '#src/data/data.ts'
import { Pending } from '#src/data/pending.ts'
import { createFeatures } from './features.ts'
import { allCommands } from './registry.ts'
import { SCREENS } from './routes.tsx'
import type { ShellPort } from './shell-commands.ts'

vi.stubGlobal('localStorage', { getItem: () => null })

const port: ShellPort = {
  session: () => undefined,
  screen: () => undefined,
  token: { get: () => null, set: () => {}, subscribe: () => () => {} },
  reload: () => Promise.resolve(),
}

// commands are only made here, never run: what they reach for when they run may be missing
const data = { pending: new Pending(), engine: { snapshots: {} } } as unknown as Data

it('has no two keys that are in each other’s way, on either platform', () => {
  const commands = [...allCommands(port), ...createFeatures(data, () => undefined).commands]
  expect(() => createRegistry(commands, 'other')).not.toThrow()
  expect(() => createRegistry(commands, 'mac')).not.toThrow()
})

it('reaches every list and every page of its own by a command', () => {
  const titles = new Set(createRegistry(allCommands(port), 'other').commands.map(({ shortTitle }) => shortTitle))
  const pages = SCREENS.filter(
    ({ path, section, name }) => !path.includes('{') && (section !== null || name === 'outbox'),
  )
  const entered = new Set(['New rule', 'New allow list', 'Test'])
  expect(pages.map(({ title }) => title).filter((title) => !titles.has(title) && !entered.has(title))).toEqual([])
})

it('has the keys of the specification for going about', () => {
  const registry = createRegistry(allCommands(port), 'other')
  const keys = Object.fromEntries(registry.commands.map(({ id, keys: [first] }) => [id, first]))
  expect(keys).toMatchObject({
    'nav.cases': 'g c',
    'nav.account-alerts': 'g l',
    'nav.customers': 'g u',
    'nav.rules': 'g r',
    'nav.allowlists': 'g w',
    'nav.reports': 'g d',
    'nav.dashboard': 'g h',
    'nav.model-settings': 'g s',
    'nav.contracts': 'g t',
    'app.switch-platform': 'g p',
    'nav.outbox': 'g o',
    'nav.back': 'g b',
    'nav.forward': 'g f',
  })
})
