// After a reload, what is still held can be undone: once the outbox has been read, its held groups go under the stack.
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Data } from '#src/data/data.ts'
import { engineReady } from '#src/data/engine-client/engine-ready.ts'

export async function restoreUndo({ engine, pending }: Data, layer: CommandLayer): Promise<void> {
  await engineReady(engine)
  const known = new Set(layer.undo.store.getState().entries.map(({ group }) => group))
  const held = new Map(
    pending
      .list()
      .filter(({ group }) => !known.has(group) && (pending.group(group)?.held ?? 0) > 0)
      .map(({ group, label }) => [group, { group, label }]),
  )
  if (held.size > 0) layer.undo.adopt([...held.values()])
}
