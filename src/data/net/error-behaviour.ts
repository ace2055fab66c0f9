/** The effect of each kind of failure on the screen, defined only here (docs/design/specification.md#errors). */
import { NOTICES, type Notice } from '#contract/call.ts'
import { outcomeOf } from '#contract/model/errors.ts'
import type { ApiError } from './errors.ts'

/** A passing message; `ms` is its duration. */
export interface Note {
  tone: 'success' | 'error'
  text: string
  ms: number
}

/** The window's reactions to an answer; supplied by `app/providers`, or by tests. */
export interface Effects {
  /**
   * Ends the session and starts signing in; outbox, patch cookie and Dexie stay (docs/design/specification.md#errors).
   * `isBackground`: nobody waited for the answer, so that a writing user is asked first.
   */
  toSignIn(isBackground?: boolean): void
  toNotFound(): void
  notify(note: Note): void
  /** Something that only its makers can mend. */
  report(error: unknown): void
}

const ERROR_MS = 6000

/**
 * Shows a failure to the user. Background failures stay with their caller, except an ended session; a section's
 * failures stay there, except forbidden reads.
 */
export function behave(error: ApiError, effects: Effects, quiet: boolean | 'section' = false): void {
  const outcome = outcomeOf(error)
  if (quiet && outcome !== 'sign-in' && !(quiet === 'section' && outcome === 'not-found')) return
  switch (outcome) {
    case 'sign-in':
      return effects.toSignIn(Boolean(quiet))
    case 'not-found':
      return effects.toNotFound()
    case 'silent':
      return
    case 'report':
      effects.report(error)
      return effects.notify({ tone: 'error', text: error.message, ms: ERROR_MS })
    case 'notify':
      return effects.notify({ tone: 'error', text: error.message, ms: ERROR_MS })
  }
}

/** Shows the notice of a successful direct call, with the text and duration of the specification. */
export function announce(notice: Notice, effects: Effects): void {
  effects.notify({ tone: 'success', text: notice, ms: NOTICES[notice] })
}
