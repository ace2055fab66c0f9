/** What was wrong with something that was to be saved, place by place, as the server says it. */
import * as z from 'zod/mini'
import { ApiError } from './errors.ts'

/** Something wrong, and where: names and numbers joined by dots, `criteria.limit_transaction.limit`. */
export interface Fault {
  place: string
  message: string
}

const refused = z.object({ faults: z.array(z.object({ place: z.string(), message: z.string() })) })

/** The faults of a refusal; none where it tells of no place. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  const known = refused.safeParse(error.problem?.current)
  if (known.success) return known.data.faults
  // a refusal of one place says it in its message
  const [, place, message] = /^([a-z][\w.]*): (.+)$/i.exec(error.problem?.message ?? '') ?? []
  return place !== undefined && message !== undefined ? [{ place, message }] : []
}

/** What is wrong at a place or anywhere below it, in one text; undefined where nothing is. */
export function faultAt(faults: readonly Fault[], place: string): string | undefined {
  const here = faults.filter((fault) => fault.place === place || fault.place.startsWith(`${place}.`))
  return here.length === 0 ? undefined : here.map(({ message }) => message).join('; ')
}

/** What the server has in place of what a change was made on (409, 412); undefined where the refusal is another. */
export function standingOf<S extends z.ZodMiniType>(error: unknown, schema: S): z.infer<S> | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 412)) return undefined
  const known = schema.safeParse(error.problem?.current)
  return known.success ? known.data : undefined
}
