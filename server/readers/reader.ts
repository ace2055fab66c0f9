/** Functions that read strangers' bytes, called in a process of their own under limits. */
import { Refusal } from '#server/core/refusal.ts'
import { ReaderFault, ReaderPool, type Limits, type Reading } from './pool.ts'

/** For what somebody waits for: the kind of an upload, a letter. */
export const QUICK = new ReaderPool({ size: 2, line: 200 })
/** For what takes seconds, one after the other: whole lists. */
export const SLOW = new ReaderPool({ size: 1, line: 20, heapMib: 6000 })

/** The functions that read strangers' bytes. `tests/support/hostile-readers.ts` feeds each what should stop it. */
export type ReaderName = 'attachableKind' | 'parseHead' | 'parseEmail' | 'printForm' | 'readListAt'

type Reads<Module, Name extends keyof Module> = Module[Name] extends (input: infer Input) => infer Output
  ? { input: Input; output: Awaited<Output> }
  : never

export interface Reader<Input, Output> {
  /** Rejects with a `ReaderFault`: its reason, and a message that may be shown. */
  (input: Input): Promise<Output>
  /** The same with the CPU time it took; `under`: limits in place of its own. */
  measured(input: Input, under?: Partial<Limits>): Promise<Reading & { value: Output }>
  readonly pool: ReaderPool
}

/**
 * A function of a module, called in the pool: `reader<typeof parse, 'parseEmail'>(address, 'parseEmail', limits)`. Input
 * and output are copied (structured clone); an `Error` that the function throws rejects as `unreadable` with its message.
 */
export function reader<Module, Name extends keyof Module & ReaderName>(
  module: URL,
  name: Name,
  limits: Limits,
  pool: ReaderPool = QUICK,
): Reader<Reads<Module, Name>['input'], Reads<Module, Name>['output']> {
  return anyReader<Module, Name>(module, name, limits, pool)
}

/** `reader` for functions that the product does not call. */
export function anyReader<Module, Name extends keyof Module & string>(
  module: URL,
  name: Name,
  limits: Limits,
  pool: ReaderPool,
): Reader<Reads<Module, Name>['input'], Reads<Module, Name>['output']> {
  type Input = Reads<Module, Name>['input']
  type Output = Reads<Module, Name>['output']
  const measured = async (input: Input, under?: Partial<Limits>) =>
    (await pool.run({ module: module.href, name, input, ...limits, ...under })) as Reading & { value: Output }
  return Object.assign(async (input: Input) => (await measured(input)).value, { measured, pool })
}

/** The refusal of an upload that could not be read; `field` is its name. Any other error is returned as it is. */
export function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof ReaderFault)) return error
  const { reason, message } = error
  if (reason === 'busy') {
    return new Refusal(503, `${field}: ${message}. Try again in a moment.`, undefined, { 'retry-after': '5' })
  }
  return new Refusal(reason === 'size' ? 413 : 422, `${field}: ${message}, so it is not kept.`)
}
