/** The facts on screen, and the decisions made on them, which record what was seen. */
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { sealOf } from '#contract/model/facts/seen-facts.ts'
import { isDecision } from '#contract/ops/kinds.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { FactSubject } from './queries.ts'

const shown = new Map<string, FactSheet>()
const keyOf = (platform: string, { kind, id }: FactSheet['subject']) => `${kind} ${platform} ${id}`

/** Facts have come on screen; returns what to call when they leave it. */
export function showing(platform: string, sheet: FactSheet): () => void {
  const key = keyOf(platform, sheet.subject)
  shown.set(key, sheet)
  return () => {
    if (shown.get(key) === sheet) shown.delete(key)
  }
}

/** The subject of the facts behind an operation. */
export function subjectOf({ target }: OpDraft): FactSubject {
  const { platform } = target
  return target.caseId === undefined
    ? { kind: 'alert', id: target.alertId, platform }
    : { kind: 'case', id: target.caseId, platform }
}

/** The drafts as they are written: each decision with the facts of its case or alert, where they are on screen. */
export function withSeenFacts(drafts: readonly OpDraft[]): readonly OpDraft[] {
  if (shown.size === 0) return drafts
  return drafts.map((draft) => {
    if (!isDecision(draft.kind)) return draft
    const { platform, alertId = null } = draft.target
    const sheet = shown.get(keyOf(platform, subjectOf(draft)))
    return sheet ? { ...draft, body: { ...(draft.body as object), facts: sealOf(sheet, alertId) } } : draft
  })
}
