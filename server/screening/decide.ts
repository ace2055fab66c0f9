/** A person's decision on a hit, and on the alerts that rest on it. */
import { sql, type Selectable, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { sanctionDecision, SanctionMatch } from '#contract/model/customer.ts'
import { isCleared, whyNotDecide } from '#contract/model/screening/sanctions.ts'
import type { SanctionOutcome } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { LockedAlert } from '#server/cases/lock-rows.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { DECIDED_OTHERWISE, hold, returnOpen, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import { policyValue } from '#server/policies/values.ts'
import type { Database } from '#server/schema/database.ts'
import { isId } from '#server/store/sql.ts'
import { doClosingsWait, followHit, holdHit, lockAlertsOf, type AlertOfHit } from './hit-alerts.ts'
import { findHit } from './hits.ts'

type Tx = Transaction<Database>

/**
 * Sets the outcome of a hit, with who, when and why, and closes the alerts that rest on it. Reopening takes the earlier
 * decision off; the audit keeps it. What the policy asks two people for waits for the second one.
 *
 * @throws Refusal 409 with the hit as it is where it is at another version by now.
 */
export async function decideHit(
  context: Acting,
  { platform, customerId, id }: { platform: string; customerId: string; id: string },
  { outcome, note, version: seen }: z.output<typeof sanctionDecision>,
): Promise<SanctionMatch> {
  const { db, account } = context
  const missing = new Refusal(404, `There is no sanctions hit ${id} on this customer.`)
  if (!isId(id)) throw missing
  await db.transaction().execute(async (tx) => {
    await holdHit(tx, id)
    const alerts = await lockAlertsOf(tx, platform, id)
    const hit = await lockHit(tx, platform, id)
    if (hit?.customer_id !== customerId) throw missing
    if (Number(hit.version) !== seen) {
      const current = await findHit(tx, { platform, customerId, id })
      throw new Refusal(409, 'This hit has changed since you opened it.', current)
    }
    requireMay(context, hit, outcome)
    const match = { hit, outcome, alerts }
    if (await doesMatchWait(tx, context, match)) await proposeMatch(tx, context, match, note)
    else await settleMatch(tx, context, match, { note, decidedBy: account.id })
  })
  const decided = await findHit(db, { platform, customerId, id })
  if (!decided) throw missing
  return decided
}

type Hit = Selectable<Database['sanctions_hit']>

function lockHit(tx: Tx, platform: string, id: string): Promise<Hit | undefined> {
  return tx
    .selectFrom('sanctions_hit')
    .selectAll()
    .where('id', '=', id)
    .where('platform', '=', platform)
    .forUpdate()
    .executeTakeFirst()
}

function requireMay({ account }: Acting, hit: Hit, outcome: SanctionOutcome): void {
  const why = whyNotDecide(account, { outcome: hit.outcome, decidedBy: hit.decided_by }, outcome)
  if (why) throw new Refusal(why.status, why.message, { outcome: hit.outcome })
}

/** A hit, its decision, and its alerts. */
export interface Match {
  hit: Hit
  outcome: SanctionOutcome
  alerts: readonly AlertOfHit[]
}

/**
 * The decision on a hit that follows from a decision on an alert, with the hit's other alerts; undefined without a hit,
 * or if it is decided already. `decided`: alerts that the caller sets itself. Refuses forbidden transitions, and
 * dismissing an open hit.
 */
export async function matchOf(
  tx: Tx,
  context: Acting,
  alert: LockedAlert,
  outcome: SanctionOutcome,
  decided: readonly string[] = [alert.id],
): Promise<Match | undefined> {
  if (alert.hit_id === null) return undefined
  const others = await lockAlertsOf(tx, alert.platform, alert.hit_id, decided)
  const hit = await lockHit(tx, alert.platform, alert.hit_id)
  if (!hit || hit.outcome === 'no_match') return undefined
  const isOpen = hit.outcome === 'potential_match'
  const isSaid = outcome === 'potential_match' ? isOpen : !isOpen && isCleared(hit.outcome) === isCleared(outcome)
  if (isSaid) return undefined
  if (isOpen && isCleared(outcome)) throw new Refusal(409, MATCH_FIRST)
  requireMay(context, hit, outcome)
  return { hit, outcome, alerts: others }
}

/** An ordinary closing template gives no reason to dismiss a match: that is decided on the match itself. */
const MATCH_FIRST = 'A sanctions match on this alert is open: decide the match, which closes the alert.'

/** True if a second person is needed for the hit or for one of its alerts. */
export async function doesMatchWait(tx: Tx, context: Acting, { hit, outcome, alerts }: Match): Promise<boolean> {
  return (await waitsForSecond(tx, context, hit, outcome)) || (await doClosingsWait(tx, context, alerts, outcome))
}

/** The message for a decision on an alert whose hit is pending. */
export const PROPOSED_ON_HIT = 'Proposed: the match is decided once somebody else has approved it.'

/** Keeps the decision for a second person; the alerts wait with it. */
export async function proposeMatch(tx: Tx, context: Acting, { hit, outcome }: Match, note: string): Promise<void> {
  await hold(
    tx,
    context,
    {
      kind: 'sanctions',
      object: { kind: 'sanctions hit', id: hit.id },
      label: `“${hit.name}” on ${hit.party_name}`,
      customerId: hit.customer_id,
      version: hit.version,
      body: { outcome, note },
      reason: note,
    },
    { note, platform: hit.platform },
  )
}

/** Writes the decision to the hit and to the alerts that rest on it. */
export async function settleMatch(
  tx: Tx,
  context: Acting,
  { hit, outcome, alerts }: Match,
  decision: Omit<Decision, 'outcome'>,
): Promise<void> {
  if (decision.approval === undefined)
    await returnOpen(tx, context, { kind: 'sanctions hit', id: hit.id }, DECIDED_OTHERWISE)
  await setOutcome(tx, context, hit, { outcome, ...decision })
  const isUnsure = outcome === hit.outcome
  await followHit(tx, context, alerts, { hitId: hit.id, outcome, isUnsure, ...decision })
}

/** Under the policy a confirmation takes two people, and so does letting go what is confirmed or very like. */
async function waitsForSecond(tx: Tx, { config }: Acting, hit: Hit, outcome: SanctionOutcome): Promise<boolean> {
  if (!config.fourEyes.includes('sanctions')) return false
  if (outcome === 'true_positive') return true
  // kept in four bytes, which write 0.9 as 0.8999999762
  const wanted = await policyValue(tx, { platform: hit.platform, config }, 'sanctionsReleaseScore')
  const isClose = Math.round(hit.score * 1000) / 1000 >= wanted
  return outcome === 'false_positive' && (isClose || hit.outcome === 'true_positive')
}

interface Decision {
  outcome: SanctionOutcome
  note: string
  decidedBy: string
  /** The approver's note. */
  approval?: string
}

async function setOutcome(tx: Tx, context: Acting, hit: Hit, decision: Decision): Promise<void> {
  const { account, now } = context
  const { outcome, note, decidedBy, approval } = decision
  // a reopened decision leaves nothing; a potential match leaves a name and a note
  const isReopened = outcome === 'potential_match' && hit.outcome !== outcome
  const isApproved = approval !== undefined
  const { version } = await tx
    .updateTable('sanctions_hit')
    .set({
      outcome,
      note: isReopened ? null : note,
      decided_by: isReopened ? null : decidedBy,
      decided_at: isReopened ? null : now(),
      approved_by: isApproved ? account.id : null,
      approved_at: isApproved ? now() : null,
      approval_note: approval ?? null,
      version: sql`version + 1`,
    })
    .where('id', '=', hit.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  const about = { customer: hit.customer_id, party: hit.party_name, entry: hit.entry_id, name: hit.name }
  await record(tx, context, {
    action: isApproved ? 'approve decision on sanctions hit' : 'decide sanctions hit',
    object: { kind: 'sanctions hit', id: hit.id },
    platform: hit.platform,
    version,
    before: { outcome: hit.outcome },
    after: { outcome, ...about, ...(isApproved && { proposedBy: decidedBy }) },
    note: approval ?? note,
  })
}

/** Locks a hit with its alerts, in the order of every decision on it. */
export async function lockProposedHit(tx: Tx, platform: string, id: string) {
  await holdHit(tx, id)
  const alerts = await lockAlertsOf(tx, platform, id)
  return { hit: await lockHit(tx, platform, id), alerts }
}

/** Applies a proposed decision. Refuses with 409 if the hit has changed. */
export async function decideApproved(
  tx: Tx,
  context: Acting,
  held: LockedApproval,
  { note, version }: { note: string; version: string },
): Promise<void> {
  const { hit, alerts } = await lockProposedHit(tx, held.platform, held.object_id)
  if (!hit || hit.version !== held.version || hit.version !== version) {
    throw new Refusal(409, 'The hit went on since this was proposed.')
  }
  const outcome = held.body['outcome'] as SanctionOutcome
  const decision = { note: String(held.body['note']), decidedBy: held.author, approval: note }
  await settleMatch(tx, context, { hit, outcome, alerts }, decision)
}
