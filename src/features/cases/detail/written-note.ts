import { WATCH_MAX } from '#contract/model/cases/review.ts'
import { readAnswers, withOwnText, type NoteChoice } from '#src/features/templates/public.ts'
import type { NoteDraft } from './case-deps.ts'

/** The subject to watch, for the day on which the case comes back. */
const watchOf = (words: string) => words.slice(0, WATCH_MAX).trim()

/** The note with what was written on it: also the answer to what its template passes over, or to what is against it. */
export function writtenNote(draft: NoteDraft, words: string, reviewOn?: string): NoteChoice {
  const { made, reason, template, stating, isOverride, asksSteps, shared } = draft
  if (shared) {
    const answers = readAnswers(shared.keys, words)
    const watch = watchOf(Object.values(answers).join('\n') || made)
    return { ...shared.choice, answers, ...(reviewOn !== undefined && { review: { on: reviewOn, watch } }) }
  }
  const answers = {
    ...(words && { explained: words }),
    ...(isOverride && { override: words }),
    ...(asksSteps && words && { stepsPassed: words }),
  }
  return {
    text: withOwnText(made, reviewOn === undefined ? words : `${words}\nReview on ${reviewOn}.`.trim()),
    ...(reason && { reason }),
    template,
    stating: { ...stating, ...answers },
    ...(reviewOn !== undefined && { review: { on: reviewOn, watch: watchOf(words || made) } }),
  }
}
