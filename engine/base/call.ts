/** Declares the calls of the window on the engine: the shape and the turn of each, said once. */

/**
 * When a call runs. `now`: whatever was asked before. `read`: the same, before the window knows the outbox. `look`: a
 * read of what the first screen shows. `inOrder`: after the calls before it; an undo never overtakes what it undoes.
 * `beside`: after others of its kind; no decision waits for it. `afterAll`: after everything asked before; no decision
 * waits for it.
 */
export type Turn = 'now' | 'read' | 'look' | 'inOrder' | 'beside' | 'afterAll'

export interface CallDeclaration<F> {
  readonly turn: Turn
  /** A type alone: never set. */
  readonly shape?: F
}

export const call = <F extends (...args: never[]) => Promise<unknown>>(turn: Turn): CallDeclaration<F> => ({ turn })

/** The functions that a table declares. */
export type CallsOf<T> = { [N in keyof T]: T[N] extends CallDeclaration<infer F> ? F : never }
