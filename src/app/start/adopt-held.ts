// After a reload, what is still held can be undone: once the outbox has been read, its held groups go under the stack.
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Data } from '#src/data/data.ts'
import { whenOpen } from '#src/data/engine-client/when-open.ts'

export async function adoptHeld({ engine, pending }: Data, layer: CommandLayer): Promise<void> {
  await whenOpen(engine)
  const known = new Set(layer.undo.store.getState().entries.map(({ group }) => group))
  const held = new Map(
    pending
      .list()
      .filter(({ group }) => !known.has(group) && (pending.group(group)?.held ?? 0) > 0)
      .map(({ group, label }) => [group, { group, label }]),
  )
  if (held.size > 0) layer.undo.adopt([...held.values()])
}
