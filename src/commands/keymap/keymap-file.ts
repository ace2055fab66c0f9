/** A keymap as a file: written for people to read, and refused with the line that is wrong. Not in the first load. */
import type { Node, ParseError } from 'jsonc-parser'
import { bindingsOf } from '#src/commands/dispatcher/key-tree.ts'
import type { Registry } from '#src/commands/registry.ts'
import { findConflicts, isRefused } from './conflicts.ts'
import {
  effectiveKeys,
  isKeySpec,
  presetNames,
  type Keymap,
  type KeymapDiff,
  type PresetName,
  type Presets,
} from './keymap.ts'

/** One thing that is wrong. Lines count from 1. */
export interface FileError {
  line: number
  message: string
}

export type ReadResult = { keymap: Keymap } | { errors: readonly FileError[] }

/** `{"preset": "gmail", "alert.resolve": ["d"], "-queue.select": true}`, commands in their order by name. */
export function writeKeymapFile({ preset, overrides }: Keymap): string {
  const names = Object.keys(overrides).toSorted((a, b) => (bare(a) < bare(b) ? -1 : 1))
  const lines = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(overrides[name]).replaceAll(',', ', ')}`)
  return `{\n  ${[`"preset": ${JSON.stringify(preset)}`, ...lines].join(',\n  ')}\n}\n`
}

const bare = (name: string) => name.replace(/^-/, '')

/** Reads a file in full or refuses it in full: syntax, unknown commands, keys that are none, conflicts. */
export async function readKeymapFile(text: string, registry: Registry, presets: Presets): Promise<ReadResult> {
  // wanted by few, and rarely
  const { parseTree, printParseErrorCode } = await import('jsonc-parser')
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const syntax: ParseError[] = []
  const root = parseTree(text, syntax, { disallowComments: true })
  const [broken] = syntax
  if (broken) {
    const what = printParseErrorCode(broken.error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
    return { errors: [{ line: lineOf(broken.offset), message: `This is not JSON: ${what}` }] }
  }
  if (root?.type !== 'object')
    return { errors: [{ line: 1, message: 'A keymap is an object of commands and their keys' }] }

  const errors: FileError[] = []
  const lines = new Map<string, number>()
  const overrides: Record<string, readonly string[] | true> = {}
  let preset: PresetName = 'default'
  for (const { offset, children: [key, value] = [] } of root.children ?? []) {
    const name = String(key?.value)
    const line = lineOf(offset)
    const fault = faultOf(name, value, lines, registry)
    const wrong = fault === null ? value?.children?.find((item) => !isKeySpec(item.value)) : undefined
    lines.set(bare(name), line)
    if (fault) errors.push({ line, message: fault })
    else if (wrong) errors.push({ line: lineOf(wrong.offset), message: `${JSON.stringify(wrong.value)} is not a key` })
    else if (name === 'preset') preset = value?.value as PresetName
    else
      overrides[present(name, registry)] =
        value?.type === 'array' ? (value.children ?? []).map((item) => String(item.value)) : true
  }
  if (errors.length === 0) errors.push(...conflictsOf(registry, presets[preset], overrides, lines))
  return errors.length > 0 ? { errors } : { keymap: { preset, overrides } }
}

/** An entry under the present id of its command. */
const present = (name: string, registry: Registry) =>
  name.replace(bare(name), (id) => findNamed(id, registry)?.id ?? id)

/** The command of an id, or of a former one. */
const findNamed = (id: string, { find, commands }: Registry) =>
  find(id) ?? commands.find(({ formerId }) => formerId === id)

/** The fault of one entry, apart from its keys; null if none. */
function faultOf(name: string, value: Node | undefined, seen: ReadonlyMap<string, number>, registry: Registry) {
  const before = seen.get(bare(name))
  if (before !== undefined) return `"${bare(name)}" is already on line ${before}`
  if (name === 'preset') {
    if (presetNames.some((preset) => preset === value?.value)) return null
    return `There is no preset ${JSON.stringify(value?.value)}: they are ${presetNames.join(', ')}`
  }
  if (!findNamed(bare(name), registry)) return `There is no command "${bare(name)}"`
  if (name.startsWith('-'))
    return value?.value === true ? null : `"${name}" takes all keys away and needs the value true`
  return value?.type === 'array' && value.children?.length ? null : `"${name}" needs a list of keys, as in ["r", "g r"]`
}

/** The conflicts of changed commands with any other, on the line of the change. */
function conflictsOf(
  registry: Registry,
  preset: KeymapDiff,
  overrides: KeymapDiff,
  lines: ReadonlyMap<string, number>,
): FileError[] {
  const bindings = registry.commands.flatMap((one) => bindingsOf(one, effectiveKeys(one, preset, overrides)))
  const errors = findConflicts(bindings)
    .filter(isRefused)
    .map(({ kind, keys, ids }) => {
      const line = Math.max(1, ...ids.map((id) => lines.get(id) ?? 1))
      return { line, message: `"${keys}" ${sayClash(kind)}: ${ids.join(' and ')}` }
    })
  // a key that stands for nine is one mistake
  const once = new Map(errors.map((error) => [`${error.line} ${error.message}`, error]))
  return [...once.values()].toSorted((a, b) => a.line - b.line)
}

const sayClash = (kind: string) =>
  kind === 'prefix' ? 'is a key and also begins a sequence where both work' : 'is given twice where both work'
