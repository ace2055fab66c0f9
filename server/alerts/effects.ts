/** The effects of operations on one alert of a case: the alert, the counts of its case, the note, the audit. */
import { ALERT_LABELS, isOpenAlert } from '#contract/model/cases/alert.ts'
import { reviewOfClosing, whyNotReviewDay, type ReviewAsked } from '#contract/model/cases/review.ts'
import { decidedAs } from '#contract/model/facts/precedent.ts'
import { staleText, type Evidence } from '#contract/model/facts/seal.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import { closeAlert, countAlerts } from '#server/cases/close-alert.ts'
import { insertNote, requireCase, stackedCase, updateCase } from '#server/cases/effects.ts'
import { currentAlert, isAlertStale, lockAlert, type LockedAlert, type LockedCase } from '#server/cases/lock-rows.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { whyClosingNeedsApproval } from '#server/four-eyes/alert-closing.ts'
import { DECIDED_OTHERWISE, hold, refuseHeld, returnOpen } from '#server/four-eyes/request-approval.ts'
import { actedAt, type Done, type Effect, type EffectOp, type Tx } from '#server/ops/effect.ts'
import {
  doesMatchWait,
  matchOf,
  PROPOSED_ON_HIT,
  proposeMatch,
  settleMatch,
  type Match,
} from '#server/screening/decide.ts'
import { holdHitsOf } from '#server/screening/hit-alerts.ts'
import { checkStack } from '#server/stacks/check.ts'

/** The reason why an alert cannot be resolved or rejected: it is decided, or is on an account. */
export function whyNotClose(alert: { kind: 'transaction' | 'account'; status: AlertStatus }): string | null {
  if (alert.kind === 'account') return 'This alert is on an account: decide it among the account alerts.'
  return isOpenAlert(alert.status) ? null : `The alert is “${ALERT_LABELS[alert.status]}” already.`
}

type Close = 'alert.resolve' | 'alert.reject'
type Closed = 'resolved' | 'rejected'
const ACTIONS = { resolved: 'resolve alert', rejected: 'reject alert' } as const

function close<K extends Close>(status: Closed): Effect<K> {
  return async (tx, context, op: EffectOp<Close>) => {
    await holdHitsOf(tx, context.platform, [op.target.alertId ?? ''])
    const { alert, ofCase } = await lockAlert(tx, context.platform, op.target)
    const isStale = isAlertStale(alert, op.expect)
    // somebody else decided it the same way: it is done, and the note is kept as a comment
    const isReached = isStale && alert.status === status
    if (isStale && !isReached) {
      throw new Refusal(412, 'The alert was decided after you opened it.', await currentAlert(tx, alert))
    }
    const why = whyNotClose({ ...alert, status: isReached ? 'new' : (alert.status as AlertStatus) })
    if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
    if (!ofCase) throw new Error(`alert ${alert.id} on a transaction has no case`)
    if (!isReached) await requireCase(tx, ofCase, 'resolveAlert')
    const { stack } = op.body
    if (stack && !isReached) {
      await checkStack(tx, context, stackedCase(ofCase, op.body.reason === 'STR_PROCEED'), stack)
    }
    const as = isReached ? null : decidedAs(op)
    const decided = { platform: context.platform, caseId: ofCase.id, alertId: alert.id, ruleType: alert.rule_type, as }
    const facts = await context.seal(tx, context, decided, op.body)
    const review = status === 'resolved' && !isReached ? askedReview(op, context) : null
    const isMatch = status === 'rejected' || op.body.reason === 'STR_PROCEED'
    const match = isReached
      ? undefined
      : await matchOf(tx, context, alert, isMatch ? 'true_positive' : 'false_positive')
    const waits = isReached ? undefined : await whyClosingNeedsApproval(tx, context, alert, status)
    if (match && (waits || (await doesMatchWait(tx, context, match))))
      return proposeOnHit(tx, context, op, { match, alert, ofCase })
    if (waits) return proposeClosing(tx, context, op, { kind: waits, status, alert, ofCase, facts, review })
    const { note: text, template } = op.body
    const note = { id: op.opId, text, template, alertId: alert.id, writtenBeforeClose: isReached }
    await insertNote(tx, context, ofCase, note)
    const change = { status, note: op.body.note, by: context.account.id, at: context.now() }
    if (!isReached) await returnOpen(tx, context, { kind: 'alert', id: alert.id }, DECIDED_OTHERWISE)
    const alertVersion = isReached ? alert.version : await closeAlert(tx, alert, change)
    const version = await countAlerts(tx, ofCase, review)
    await record(tx, context, {
      action: isReached ? 'add note' : ACTIONS[status],
      object: { kind: 'alert', id: alert.id },
      version: alertVersion,
      ...(!isReached && {
        before: { status: alert.status },
        after: { status, ...(review && { review }), ...(facts && { facts }), ...(stack && { stack }) },
      }),
      note: op.body.note,
      reason: op.body.reason ?? null,
      ruleRevision: alert.revision_id,
      alertIds: [alert.id],
    })
    if (match) await settleMatch(tx, context, match, { note: op.body.note, decidedBy: context.account.id })
    const told = status === 'rejected' ? 'Rejected.' : review ? `Resolved; review on ${review.on}.` : 'Resolved.'
    return { message: `${told}${staleText(facts)}`, version }
  }
}

/** The review that a closing asks for. Refuses a day that cannot be one, and a review of what is not monitored. */
function askedReview({ body }: EffectOp<Close>, context: Acting): ReviewAsked | null {
  const at = actedAt(context).getTime()
  const asked = reviewOfClosing(body, at)
  if (body.review && !asked) throw new Refusal(400, 'review: belongs to the reason MONITOR')
  const why = asked && whyNotReviewDay(asked.on, at)
  if (why) throw new Refusal(400, `review.on: ${why}`)
  return asked
}

/** A match waits for a second person as a decision on the hit, and its alerts with it. */
async function proposeOnHit(
  tx: Tx,
  context: Acting,
  { opId, body: { note: text, template } }: EffectOp<Close>,
  { match, alert, ofCase }: { match: Match; alert: LockedAlert; ofCase: LockedCase },
): Promise<Done> {
  await refuseHeld(tx, context.platform, { kind: 'alert', id: alert.id })
  await insertNote(tx, context, ofCase, { id: opId, text, template, alertId: alert.id })
  const version = await updateCase(tx, ofCase, {})
  await proposeMatch(tx, context, match, text)
  return { message: PROPOSED_ON_HIT, version, pending: true }
}

interface Proposed {
  kind: 'hardstop' | 'bulk'
  status: Closed
  alert: LockedAlert
  ofCase: LockedCase
  facts: Evidence | undefined
  review: ReviewAsked | null
}

/** Keeps the decision for a second person, with its note; the alert stays open. */
async function proposeClosing(
  tx: Tx,
  context: Acting,
  { opId, body }: EffectOp<Close>,
  { kind, status, alert, ofCase, facts, review }: Proposed,
): Promise<Done> {
  const object = { kind: 'alert', id: alert.id }
  await refuseHeld(tx, context.platform, object)
  const { note, template, reason } = body
  await insertNote(tx, context, ofCase, { id: opId, text: note, template, alertId: alert.id })
  const version = await updateCase(tx, ofCase, {})
  await hold(
    tx,
    context,
    {
      kind,
      object,
      label: `${alert.rule_name} on ${ofCase.id}`,
      customerId: alert.customer_id,
      caseId: ofCase.id,
      version: alert.version,
      body: { status, note, ...(review && { review }) },
      reason: note,
    },
    { note, reason: reason ?? null, alertIds: [alert.id], ruleRevision: alert.revision_id, facts },
  )
  const what = status === 'resolved' ? 'resolved' : 'rejected'
  return { message: `Proposed: the alert is ${what} once somebody else has approved it.`, version, pending: true }
}

export const resolveAlert = close<'alert.resolve'>('resolved')
export const rejectAlert = close<'alert.reject'>('rejected')
