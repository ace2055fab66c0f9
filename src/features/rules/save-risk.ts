/** Warnings before saving a draft: missed STRs, and alert volumes beyond capacity. Pure. */
import type { Backtest } from '#contract/model/rules/backtest.ts'
import type { RuleInfo } from '#contract/model/rules/rule.ts'
import { isSameValue } from '#contract/model/settings.ts'
import { toSend, type Draft } from '#src/features/rules/editor/draft.ts'
import { countOf, formatCount } from '#src/format/count.ts'

export interface Risk {
  /** The finished backtest stored with the change; null without one. */
  backtest: string | null
  /** The draft was changed since it was tried. */
  isStale: boolean
  strLost: number
  /** As text; empty without warnings. */
  warnings: readonly string[]
}

/** A rule with more alerts a day than this, and more than twice as many as before, floods the queue. */
const FLOOD_A_DAY = 10

export function riskOf(draft: Draft, backtest: Backtest | undefined, types: readonly RuleInfo[]): Risk {
  const result = backtest?.result
  if (!backtest || !result) return { backtest: null, isStale: false, strLost: 0, warnings: [] }
  const { days } = backtest
  const [before, after] = [result.live.alerts, result.draft.alerts]
  const isFlood = after > FLOOD_A_DAY * days && after > 2 * before
  const strLost = result.strLost.total
  return {
    backtest: backtest.uuid,
    isStale: !isTried(draft, types),
    strLost,
    warnings: [
      ...(strLost > 0 ? [`${countOf(strLost, 'STR')} of the last ${days} days would be missed.`] : []),
      ...(isFlood ? [`Alerts would rise from ${formatCount(before)} to ${formatCount(after)} in ${days} days.`] : []),
    ],
  }
}

function isTried({ body, tested }: Draft, types: readonly RuleInfo[]): boolean {
  const said = (one: Draft['body']) => {
    const { type, criteria, options } = toSend(one, types)
    return { type, criteria, options }
  }
  return tested !== undefined && isSameValue(said(body), said(tested))
}
