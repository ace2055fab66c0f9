/** All commands of the window, put together once by `app` from what the features export. */
import type { Command, CommandId } from './command.ts'
import { ariaKeys, currentPlatform, keyLabels, type Platform } from './keys.ts'
import { bindingsOf, buildKeymap, findConflicts, type Binding, type KeyNode } from './matcher.ts'

export interface Registry {
  readonly commands: readonly Command[]
  readonly bindings: readonly Binding[]
  readonly keymap: KeyNode
  readonly platform: Platform
  /** @throws on an id that is not registered: a programming error. */
  get(id: CommandId): Command
  find(id: string): Command | null
  /** The labels of a command's first key, one a step: ['g', 'c']. Null without a key. */
  keyOf(id: CommandId): readonly string[] | null
  /** All its keys, as `keyOf`. */
  keysOf(id: CommandId): readonly (readonly string[])[]
  ariaKeysOf(id: CommandId): string | undefined
}

/**
 * @throws when an id is taken twice, a command does nothing, or two keys are in each other's way where both commands
 * work; the message names them.
 */
export function createRegistry(
  groups: readonly (readonly Command[])[],
  platform: Platform = currentPlatform(),
): Registry {
  const commands = groups.flat()
  const byId = new Map<string, Command>()
  for (const command of commands) {
    if (byId.has(command.id)) throw new Error(`Two commands are called ${command.id}`)
    if (!command.plan && !command.run) throw new Error(`${command.id} neither plans nor runs anything`)
    byId.set(command.id, command)
  }
  const bindings = commands.flatMap((command) => bindingsOf(command))
  const conflicts = findConflicts(bindings).filter(({ kind }) => kind !== 'shadowed')
  if (conflicts.length > 0)
    throw new Error(
      conflicts.map(({ kind, keys, ids }) => `${kind} conflict on "${keys}": ${ids.join(', ')}`).join('\n'),
    )

  const get = (id: CommandId) => {
    const command = byId.get(id)
    if (!command) throw new Error(`No command is called ${id}`)
    return command
  }
  return {
    commands,
    bindings,
    keymap: buildKeymap(bindings),
    platform,
    get,
    find: (id) => byId.get(id) ?? null,
    keyOf(id) {
      const [first] = get(id).keys
      return first === undefined ? null : keyLabels(first, platform)
    },
    keysOf: (id) => get(id).keys.map((spec) => keyLabels(spec, platform)),
    ariaKeysOf: (id) => ariaKeys(get(id).keys, platform),
  }
}
