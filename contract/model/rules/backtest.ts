/** Backtests: what a rule as it is being written would have raised, beside the one in force (ours). */
import * as z from 'zod/mini'
import { stamp } from '#contract/model/common.ts'
import { TASK_STATUSES } from '#contract/model/task.ts'
import { RULE_STAGES } from '#contract/model/values.ts'
import { ruleBody } from './rule.ts'

/** The maximum period of a backtest in days. */
export const BACKTEST_DAYS = [30, 90, 365] as const
/** The maximum number of listed examples and lost STRs of each kind; the counts cover all. */
export const BACKTEST_SAMPLE = 25
export const BACKTEST_LOST_MAX = 1000

export const backtestBody = z.strictObject({
  /** The draft, as it would be saved. */
  rule: ruleBody,
  /** The rule that it would replace, in force or not; a new rule replaces none. */
  ruleId: z.optional(z.string()),
  days: z.union([z.literal(30), z.literal(90), z.literal(365)]),
})

/** A hit that can be opened: a transaction, or a customer for rules on customers. */
const backtestHit = z.object({
  transactionId: z.nullable(z.string()),
  /** The case of the transaction, where there is one. */
  caseId: z.nullable(z.string()),
  customerId: z.string(),
  customerName: z.string(),
  at: z.nullable(stamp),
  service: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** Decimal text. */
  usd: z.nullable(z.string()),
  /** The explanation of the alert. */
  text: z.string(),
})
export type BacktestHit = z.infer<typeof backtestHit>

const count = z.object({ key: z.string(), count: z.number() })

/** Alerts on one side only, most frequent first; the key `''` is for what is not known. */
const difference = z.object({ alerts: z.number(), byService: z.array(count), byCountry: z.array(count) })

/** Alerts of one side, and those of them that people decided on: `str` became an STR or SAR, `cleared` did not. */
const side = z.object({
  alerts: z.number(),
  str: z.number(),
  cleared: z.number(),
  /** `str` of what was decided; null where nothing was. */
  precision: z.nullable(z.number()),
})

export const backtestResult = z.object({
  from: stamp,
  to: stamp,
  /** The evaluated objects: transactions of the window, or current customers. */
  on: z.enum(['transactions', 'customers']),
  judged: z.number(),
  draft: side,
  live: side,
  gained: difference,
  lost: difference,
  /** Lost alerts that became an STR: each is a missed report. */
  strLost: z.object({ total: z.number(), items: z.array(backtestHit) }),
  sample: z.object({ gained: z.array(backtestHit), lost: z.array(backtestHit) }),
  seconds: z.number(),
})
export type BacktestResult = z.infer<typeof backtestResult>

export const backtest = z.object({
  uuid: z.string(),
  ruleId: z.nullable(z.string()),
  days: z.number(),
  status: z.enum(TASK_STATUSES),
  /** Parts of the work, and those done. */
  total: z.number(),
  done: z.number(),
  message: z.nullable(z.string()),
  createAt: stamp,
  author: z.string(),
  /** The rule for comparison as it was at the start; null without one, or if it cannot run. */
  beside: z.optional(z.nullable(z.object({ stage: z.enum(RULE_STAGES), revisionId: z.string() }))),
  /** Once it is processed. */
  result: z.nullable(backtestResult),
})
export type Backtest = z.infer<typeof backtest>
