import type { CommandId } from './names.ts'

/** The id of a command that only a test has. */
export const madeUp = (id: `${string}.${string}`) => id as CommandId

/** Words that no test types. */
export const unsaid = 'unsaid, unspoken'
