import type { Area, CommandId } from './command-ids.ts'

/** The id of a command that only a test has. */
export const madeUp = (id: `${Area}.${string}`) => id as CommandId
