import * as z from 'zod/mini'

/** The version that a change was made on: another one in the meantime is refused. No row is changed more often than that. */
export const madeOn = z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1))
