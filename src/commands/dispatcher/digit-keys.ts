import type { CommandId } from '#src/commands/command.ts'
import type { Registry } from '#src/commands/registry.ts'

/** The labels of one digit of a command on digits: with the leader before it, none if single keys are off. */
export function digitKeys(registry: Registry, id: CommandId, digit: string | number): readonly string[] {
  const range = /^1…\d$/
  const found = registry.find(id) ? registry.keysOf(id) : []
  const keys = found.find((labels) => range.test(labels.at(-1) ?? '') || labels.at(-1) === String(digit))
  return keys ? [...keys.slice(0, -1), String(digit)] : []
}
