/** One use of a command, before it runs. */
import type { Atoms } from '#src/commands/dispatcher/when.ts'
import type { Chosen, Command, Ctx, Plan, Reads } from './command.ts'
import type { Source } from './ports.ts'

/** The circumstances of one use. */
export interface Invocation {
  source: Source
  stroke?: string | null
  digit?: number | null
  count?: number | null
  args?: Chosen
  /** The atoms at the request; the current ones by default. */
  atoms?: Atoms
  /** By a form that belongs to the command: where it works is not asked again. */
  isInvoked?: boolean
  /** The question, if there was one, has been answered. */
  isConfirmed?: boolean
  /** Use the plan's `instead`. */
  isInstead?: boolean
  /** The targets, after reading a selection by query. */
  targets?: readonly string[]
  /** The records that it depends on were read. */
  isRead?: boolean
  /** The changes since the selection was shown: "3 more than shown". */
  recount?: string
}

/** A command as far as it can be thought through without running it. */
export interface Prepared {
  command: Command
  ctx: Ctx
  args: Chosen
  how: Invocation
  plan: Plan
  /** The question that one more Enter would confirm; null without a question. */
  question: string | null
  /** The records to read first; null for none. */
  reads: Reads | null
}
