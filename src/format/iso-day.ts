/** The parts of `day.ts` that are needed before a day is typed. */

/** The day of a moment in milliseconds, `YYYY-MM-DD`, UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The accepted input, for prompts and descriptions. */
export const DAY_HINT = 'a date: mon, +3, 2 dec, today or YYYY-MM-DD'
export const RANGE_HINT = 'one or two dates: fri, mon-fri, today +3 or 2 dec - 9 dec'
