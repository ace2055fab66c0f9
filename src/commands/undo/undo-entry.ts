/** How a command is undone. */
import type { EnqueueMeta } from '#contract/ops/op.ts'
import type { Effect } from '#src/commands/command.ts'
import type { ListSnapshot } from '#src/commands/list/list-state.ts'
import type { Act } from '#src/commands/ports.ts'
import type { Prepared } from '#src/commands/invocation.ts'
import type { UndoEntry } from './undo.ts'

interface Ran {
  meta: EnqueueMeta<Act>
  /** The group of its operations; null if none. */
  group: string | null
  effect: Effect
  /** The list before it ran. */
  before: ListSnapshot | null
  isFinal: boolean
  leave: (prepared: Prepared) => void
}

/** Null where there is nothing to take back. */
export function undoEntry(prepared: Prepared, { meta, group, effect, before, isFinal, leave }: Ran): UndoEntry | null {
  const { command, ctx, plan } = prepared
  const { undo: local = null, redo = null } = effect
  const kind = command.undo
  const list = ctx.list?.state
  if (kind.kind === 'none' || (group === null && local === null)) return null
  return {
    label: meta.label,
    group,
    ops: plan.ops,
    meta: group === null ? null : meta,
    inverse: kind.kind === 'inverse' ? () => ({ ops: kind.make(plan).ops, meta }) : null,
    local,
    redo,
    restore: before && list ? () => list.restore(before) : null,
    leave: () => leave(prepared),
    isFinal,
  }
}
