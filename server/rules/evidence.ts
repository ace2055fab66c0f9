/** The support for a change of a rule: the author's reason, and a backtest of the draft. */
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { RuleBody, RuleEvidence } from '#contract/model/rules/rule.ts'
import { refuseFaults } from '#server/monitoring/filter/filter.ts'
import { resolved } from '#server/monitoring/active-rules.ts'
import type { Db } from '#server/store/sql.ts'
import { findBacktest, triedDraft } from './backtest-queries.ts'

/** The reason for a change. */
export interface Rationale {
  reason: string | null
  evidence: RuleEvidence | null
}

export const NO_RATIONALE: Rationale = { reason: null, evidence: null }

/** Refuses with 400 what is done to a rule without a reason. */
export function needReason({ reason }: Rationale, place: string): void {
  if (reason === null) refuseFaults([{ place, message: 'say why the rule is changed' }])
}

interface Tried {
  uuid: string
  /** Null for a rule that is new. */
  ruleId: string | null
  /** The saved content; undefined if the rule stays the same. */
  body?: Pick<RuleBody, 'platform' | 'type' | 'criteria' | 'options'>
  place: string
}

/** The result of a finished backtest of the rule. Refuses with 400 one that is missing, running or of another rule. */
export async function evidenceOf(
  db: Db,
  platform: string,
  { uuid, ruleId, body, place }: Tried,
): Promise<RuleEvidence | null> {
  const found = await findBacktest(db, platform, uuid)
  const result = found?.result
  if (!found || !result || found.ruleId !== ruleId) {
    refuseFaults([{ place, message: 'there is no finished backtest of this rule' }])
    return null
  }
  const { alerts, str } = result.draft
  return {
    backtest: uuid,
    days: found.days,
    at: found.createAt,
    draft: { alerts, str },
    live: { alerts: result.live.alerts, str: result.live.str },
    strLost: result.strLost.total,
    isExact: body === undefined || (await isTried(db, uuid, body)),
  }
}

/** True if what is saved is what was tried, with the values of its config sets. */
async function isTried(db: Db, uuid: string, body: NonNullable<Tried['body']>): Promise<boolean> {
  const draft = await triedDraft(db, uuid)
  const saved = await resolved(db, { name: '', description: '', ...body })
  const said = ({ type, criteria, options }: RuleBody) => ({ type, criteria, options })
  return draft !== undefined && differencesOf(said(draft), said(saved)).length === 0
}
