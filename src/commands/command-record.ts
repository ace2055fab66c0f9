/** The record of a command that changed something, on this device (docs/design/interaction.md#audit-record). */
import type { ArgSpec, Chosen } from './command.ts'
import type { Act } from './ports.ts'
import type { Prepared } from './invocation.ts'

/** The record of one use. Words that were typed are not in it, only how many. */
export function commandRecordOf(
  { command, ctx, args, how, plan }: Prepared,
  label: string,
  presses: number,
  actedAt: number,
): Act {
  const state = ctx.list?.state
  const isSelection = state !== undefined && ctx.atoms.hasSelection
  return {
    commandId: command.id,
    label,
    source: how.source,
    stroke: how.stroke ?? null,
    presses,
    args: recordedArgs(command.args as readonly ArgSpec[], args),
    targets: ctx.targets,
    selection: {
      mode: isSelection ? (how.targets ? 'query' : state.selection.getState().mode) : 'none',
      size: isSelection ? ctx.size : 0,
    },
    template: plan.template ?? null,
    plan: { writes: plan.ops.length, skipped: plan.skipped.length },
    shownAt: state?.shownAt ?? null,
    actedAt,
  }
}

const recordedArgs = (specs: readonly ArgSpec[], args: Chosen) =>
  Object.fromEntries(specs.flatMap(({ name, type }) => (name in args ? [[name, recorded(type, args[name])]] : [])))

/** The free texts in an argument's value: a choice may contain a note. */
const ofWords = new Set(['text', 'note'])

function recorded(type: ArgSpec['type'], value: unknown): unknown {
  if (typeof value === 'string') return type === 'text' ? { length: value.length } : value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if ('id' in value) return value.id
  const parts = Object.entries(value)
  return Object.fromEntries(parts.map(([name, part]) => [name, recorded(ofWords.has(name) ? 'text' : type, part)]))
}

/** Counts key presses between writes. */
export interface PressCounter {
  count(): void
  /** The number since the last time. */
  take(): number
}

export function createPressCounter(): PressCounter {
  let presses = 0
  return {
    count: () => void presses++,
    take() {
      const taken = presses
      presses = 0
      return taken
    },
  }
}
