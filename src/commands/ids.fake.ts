import type { Area, CommandId } from './command-ids.ts'

/** The id of a command that only a test has. */
export const madeUp = (id: `${Area}.${string}`) => id as CommandId

/** Words that no test types. */
export const unsaid = 'unsaid, unspoken'
