/** The command layer's state for the status line. */
import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isUnderWay } from '#src/commands/dispatcher/dispatcher.ts'
import { leader } from '#src/commands/dispatcher/single-keys.ts'
import { whichKeyMenu, type Continuation } from '#src/commands/help/which-key-model.ts'
import type { PendingGroup } from '#contract/ops/op.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { UndoEntry } from '#src/commands/undo/undo.ts'

/** Keys typed of a sequence or a count, and what they can become; null when there are none. */
export function useWhichKey(): { typed: readonly string[]; menu: readonly Continuation[] } | null {
  const { keys, registry } = useCommandLayer()
  const { dispatch, isStripShown, atoms } = useStore(keys)
  const { path, count, isLed } = dispatch
  if (!isUnderWay(dispatch)) return null
  const typed = [
    ...(isLed ? registry.labelsOf(leader) : []),
    ...(count === null ? [] : [String(count)]),
    ...path.flatMap((stroke) => registry.labelsOf(stroke)),
  ]
  return { typed, menu: isStripShown && atoms ? whichKeyMenu(registry, dispatch, atoms) : [] }
}

export interface LatestUndo {
  entry: UndoEntry
  /** The remaining hold, s; null if held without a limit (offline) or not held. */
  seconds: number | null
  isHeld: boolean
  /** Not on disk yet. */
  isSaving: boolean
  /** When it was sent, ms. */
  sentAt: number | null
}

/** The latest thing that was done, as far as it can be taken back; counts down by the second. */
export function useLatestUndo(): LatestUndo | null {
  const { undo, ports } = useCommandLayer()
  const entry = useStore(undo.store, (state) => state.entries.at(-1) ?? null)
  const group = entry?.group ?? null
  const [seen, setSeen] = useState<{ now: number; state: PendingGroup | null }>({ now: 0, state: null })
  // before the frame is painted, so that a new entry is never shown with the countdown of the one before
  useLayoutEffect(() => {
    if (group === null) return undefined
    const look = () => setSeen({ now: ports.now(), state: ports.pending.get(group) })
    look()
    const timer = setInterval(look, 1000)
    const unsubscribe = ports.pending.subscribe(look)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [group, ports])
  if (!entry) return null
  const state = group === null ? null : seen.state
  const isHeld = !entry.isFinal && (group === null || (state?.held ?? 0) > 0)
  const left = state?.until ? Math.ceil((state.until - seen.now) / 1000) : 0
  return {
    entry,
    isHeld,
    seconds: isHeld && left > 0 ? left : null,
    isSaving: (state?.writing ?? 0) > 0,
    sentAt: state?.sentAt ?? null,
  }
}
