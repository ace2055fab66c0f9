/** The server's faults of a refused save, by path. */
import * as z from 'zod/mini'
import { ApiError } from './errors.ts'

/** Something wrong, and where: names and numbers joined by dots, `criteria.limit_transaction.limit`. */
export interface Fault {
  place: string
  message: string
}

const refused = z.object({ faults: z.array(z.object({ place: z.string(), message: z.string() })) })

/** The faults of a refusal; none without a path. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  const known = refused.safeParse(error.problem?.current)
  if (known.success) return known.data.faults
  // a refusal of one path has it in its message
  const [, place, message] = /^([a-z][\w.]*): (.+)$/i.exec(error.problem?.message ?? '') ?? []
  return place !== undefined && message !== undefined ? [{ place, message }] : []
}

/** The faults at a path or below, as one text; undefined if none. */
export function faultAt(faults: readonly Fault[], place: string): string | undefined {
  const here = faults.filter((fault) => fault.place === place || fault.place.startsWith(`${place}.`))
  return here.length === 0 ? undefined : here.map(({ message }) => message).join('; ')
}

/** The server's current state after a conflict (409, 412); undefined for other refusals. */
export function currentStateOf<S extends z.ZodMiniType>(error: unknown, schema: S): z.infer<S> | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 412)) return undefined
  const known = schema.safeParse(error.problem?.current)
  return known.success ? known.data : undefined
}
