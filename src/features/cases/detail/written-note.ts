import { withOwnWords, type NoteChoice } from '#src/features/templates/public.ts'
import type { NoteDraft } from './case-deps.ts'

/** The note with what was written on it: also the answer to what its template passes over, or to what is against it. */
export function writtenNote(draft: NoteDraft, words: string): NoteChoice {
  const { made, reason, template, stating, isOverride, shared } = draft
  if (shared) return { ...shared, words }
  const answers = { ...(words && { explained: words }), ...(isOverride && { override: words }) }
  return {
    text: withOwnWords(made, words),
    ...(reason && { reason }),
    template,
    stating: { ...stating, ...answers },
  }
}
