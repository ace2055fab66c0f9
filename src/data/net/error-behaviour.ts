/** What each kind of failure does to the screen: the only place that knows (docs/design/specification.md#errors). */
import { NOTICES, type Notice } from '#contract/call.ts'
import { outcomeOf } from '#contract/model/errors.ts'
import type { ApiError } from './errors.ts'

/** What is said in passing; `ms` is how long it stays. */
export interface Note {
  tone: 'success' | 'error'
  text: string
  ms: number
}

/** What the window can do about an answer; `app/providers` supplies it, tests hand in their own. */
export interface Effects {
  /**
   * Ends the session and starts signing in; the outbox, the patch cookie and Dexie stay (docs/design/specification.md#errors). `isBackground`:
   * nobody waited for what was refused, so that who is writing is asked first.
   */
  toSignIn(isBackground?: boolean): void
  toNotFound(): void
  notify(note: Note): void
  /** Something that only its makers can mend. */
  report(error: unknown): void
}

const ERROR_MS = 6000

/**
 * Turns a failure into what the user sees. Failures of background work stay with whoever started it, but for a session
 * that has ended; what fails a section of the screen stays there, but for what is forbidden.
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

/** Says that a direct call succeeded, in the words and for the time of the specification. */
export function announce(notice: Notice, effects: Effects): void {
  effects.notify({ tone: 'success', text: notice, ms: NOTICES[notice] })
}
