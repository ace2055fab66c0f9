/**
 * All commands of the window, put together by `app` from what the features export, with the keys they have at
 * present. That no two keys of the defaults or of a preset are in each other's way is proved by `app/registry.test.ts`.
 */
import { bindingsOf, buildKeymap, type Binding, type KeyNode } from '#src/commands/dispatcher/key-tree.ts'
import { leader, takesCharacter, type SingleKeys } from '#src/commands/dispatcher/single-keys.ts'
import { effectiveKeys, isTypable, type CommandKeys, type KeymapDiff } from '#src/commands/keymap/keymap.ts'
import { ariaKeys, currentPlatform, keyLabels, parseKeys, type Platform } from '#src/commands/keymap/keys.ts'
import { unknownLayout, type Layout } from '#src/commands/keymap/layout.ts'
import type { Command, CommandId, KeySpec } from './command.ts'

/** The dependencies of a window's keys. */
export interface KeySetup {
  preset: KeymapDiff
  overrides: KeymapDiff
  singleKeys: SingleKeys
  layout: Layout
}

export interface Registry {
  readonly commands: readonly Command[]
  /**
   * Takes commands that were loaded after the first screen; what is made of the registry follows.
   * @throws as createRegistry does, and takes none then.
   */
  add(groups: readonly (readonly Command[])[]): void
  readonly platform: Platform
  readonly setup: KeySetup
  readonly bindings: readonly Binding[]
  readonly keymap: KeyNode
  /** @throws on an id that is not registered: a programming error. */
  get(id: CommandId): Command
  find(id: string): Command | null
  /** The keys a command has at present, and who gave them. */
  boundTo(id: CommandId): CommandKeys
  /**
   * The labels of a command's first key that can be pressed, one a step: ['g', 'c']. Null without one, and while the
   * command has not been loaded.
   */
  keyOf(id: CommandId): readonly string[] | null
  /** All its keys, as `keyOf`. */
  keysOf(id: CommandId): readonly (readonly string[])[]
  ariaKeysOf(id: CommandId): string | undefined
  /** The labels of any keys, as on this keyboard. */
  labelsOf(spec: KeySpec): readonly string[]
  /** Takes another keymap, mode or layout: everything that is made of the registry follows. */
  rebind(part: Partial<KeySetup>): void
  subscribe(listener: () => void): () => void
  /** The same registry as another object after every change, for what is drawn from it. */
  view(): Registry
}

/** True if a shortcut begins with a character alone. */
const isSingle = (spec: KeySpec) => takesCharacter(parseKeys(spec)[0]![0]!)

const plainSetup: KeySetup = { preset: {}, overrides: {}, singleKeys: 'on', layout: unknownLayout }

/** @throws if an id is used twice or a command does nothing. */
export function createRegistry(
  groups: readonly (readonly Command[])[],
  platform: Platform = currentPlatform(),
): Registry {
  let byId = index(groups.flat())
  const get = (id: CommandId) => {
    const command = byId.get(id)
    if (!command) throw new Error(`No command is called ${id}`)
    return command
  }
  const listeners = new Set<() => void>()
  let setup = plainSetup
  let commands = [...byId.values()]
  let present = bind(commands, setup)
  let view: Registry | null = null

  const labelsOf = (spec: KeySpec) => keyLabels(spec, platform, setup.layout)
  /** With the leader before it where single keys want one; null where they are off. */
  const shown = (spec: KeySpec): readonly string[] | null => {
    if (!isSingle(spec)) return labelsOf(spec)
    if (setup.singleKeys === 'off') return null
    return setup.singleKeys === 'leader' ? [...keyLabels(leader, platform), ...labelsOf(spec)] : labelsOf(spec)
  }
  const keysOf = (id: CommandId) => {
    if (!byId.has(id)) return []
    const { keys } = registry.boundTo(id)
    const typable = keys.filter((spec) => isTypable(spec, setup.layout))
    const inOrder = new Set([...typable, ...keys])
    return [...inOrder].flatMap((spec) => {
      const labels = shown(spec)
      return labels ? [labels] : []
    })
  }
  const changed = () => {
    view = null
    listeners.forEach((listener) => listener())
  }
  const registry: Registry = {
    get commands() {
      return commands
    },
    add(more) {
      byId = index([...commands, ...more.flat()])
      commands = [...byId.values()]
      present = bind(commands, setup)
      changed()
    },
    platform,
    get setup() {
      return setup
    },
    get bindings() {
      return present.bindings
    },
    get keymap() {
      return present.keymap
    },
    get,
    find: (id) => byId.get(id) ?? null,
    boundTo: (id) => effectiveKeys(get(id), setup.preset, setup.overrides),
    keyOf: (id) => keysOf(id)[0] ?? null,
    keysOf,
    ariaKeysOf(id) {
      if (!byId.has(id)) return undefined
      const isDirect = setup.singleKeys === 'on' || setup.singleKeys === 'list'
      const { keys } = registry.boundTo(id)
      return ariaKeys(isDirect ? keys : keys.filter((spec) => !isSingle(spec)), platform)
    },
    labelsOf,
    rebind(part) {
      const was = setup
      setup = { ...was, ...part }
      if (setup.preset !== was.preset || setup.overrides !== was.overrides) present = bind(commands, setup)
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    view: () => (view ??= Object.create(registry) as Registry),
  }
  return registry
}

function index(commands: readonly Command[]): Map<string, Command> {
  const byId = new Map<string, Command>()
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`Two commands are called ${command.id}`)
    if (!command.plan && !command.run) throw new Error(`${command.id} neither plans nor runs anything`)
    byId.set(command.id, command)
  }
  return byId
}

function bind(commands: readonly Command[], { preset, overrides }: KeySetup) {
  const bindings = commands.flatMap((command) => bindingsOf(command, effectiveKeys(command, preset, overrides)))
  return { bindings, keymap: buildKeymap(bindings) }
}
