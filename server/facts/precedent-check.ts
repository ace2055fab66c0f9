/** Decisions against precedent: checked on the server's own facts, asked about once, and the answer recorded. */
import { toStamp } from '#contract/model/common.ts'
import {
  againstPrecedent,
  precedentSentence,
  precedentsIn,
  statedPrecedents,
  type Guard,
  type Precedents,
} from '#contract/model/facts/precedent.ts'
import type { Decided, SealedPrecedent } from '#contract/model/facts/seal.ts'
import type { RefusalCode } from '#contract/refusal-code.ts'
import type { StatedPrecedent } from '#contract/model/facts/seen-facts.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { Config } from '#server/core/config.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { policyValues } from '#server/policies/values.ts'
import type { Db } from '#server/store/sql.ts'
import { toFacts, type Found } from './to-facts.ts'
import { precedentFacts } from './precedent.ts'
import { subjectOfAlert, subjectsOfCase, type FactSubject } from './subject.ts'

/** From which precedents on a platform asks; null where it does not. */
export async function guardOf(db: Db, about: { platform: string; config: Config }): Promise<Guard | null> {
  // a client of the catalogue alone cannot answer
  if (about.config.catalogueOnly) return null
  const {
    precedentGuard: mode,
    precedentShare: share,
    precedentLeast: least,
  } = await policyValues(db, about, ['precedentGuard', 'precedentShare', 'precedentLeast'])
  return mode === 'ask' ? { share, least } : null
}

/** The accounts with the alerts that are decided. */
async function subjectsOf(db: Db, { platform, caseId, alertId }: Decided): Promise<readonly FactSubject[]> {
  const row = caseId === null ? undefined : await findCaseRow(db, platform, caseId)
  if (!row) {
    const subject = alertId === null ? null : await subjectOfAlert(db, platform, alertId)
    return subject ? [subject] : []
  }
  const subjects = await subjectsOfCase(db, row)
  if (alertId === null) return subjects
  return subjects.map((one) => ({ ...one, alerts: one.alerts.filter(({ id }) => id === alertId) }))
}

/** The precedents of what is decided, by alert. */
async function precedentsOf(db: Db, decided: Decided, now: Date): Promise<Map<string, Precedents>> {
  const found: Found[] = []
  for (const subject of await subjectsOf(db, decided)) found.push(...(await precedentFacts(db, subject)))
  return precedentsIn({ facts: toFacts(found, toStamp(now)) }, decided.alertId)
}

const ASKS = 'against-precedent' satisfies RefusalCode

/** True if the operation that this one supersedes was refused for lack of an answer. */
async function wasAsked(db: Db, { account, origin }: Pick<Acting, 'account' | 'origin'>): Promise<boolean> {
  if (origin.supersedes === undefined) return false
  const row = await db
    .selectFrom('idempotency')
    .select('body')
    .where('account_id', '=', account.id)
    .where('key', '=', origin.supersedes)
    .where('status', '=', 422)
    .executeTakeFirst()
  return (row?.body as { code?: unknown } | undefined)?.code === ASKS
}

const KEPT_AGAIN = 'Kept: sent again after the question'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The record of a decision against precedent, or one that was asked about; undefined otherwise. Without an answer it is
 * refused if the window knew the precedents, or knew nothing; if they have changed since, it stands. A catalogue call
 * has no field for an answer: it stands, and the record says so.
 */
export async function checkPrecedent(
  db: Db,
  context: Pick<Acting, 'config' | 'account' | 'now' | 'origin'>,
  decided: Decided,
  stated: StatedPrecedent | undefined,
): Promise<SealedPrecedent | undefined> {
  const { as, platform } = decided
  const guard = as && (await guardOf(db, { platform, config: context.config }))
  if (!as || !guard) return undefined
  const precedents = await precedentsOf(db, decided, context.now())
  const against = againstPrecedent(precedents, as, guard)
  const seen = stated?.seen ?? null
  const now = statedPrecedents(precedents)
  const isCurrent = isSame(sorted(seen), sorted(now))
  const given = stated?.answer?.trim() ?? ''
  const answer = given !== '' ? given : against && (await wasAsked(db, context)) ? KEPT_AGAIN : null
  if (!against && answer === null) return undefined
  const sentence = against && precedentSentence(against)
  const isAsked = answer === null && context.origin.opId !== undefined && (seen === null || isCurrent)
  if (isAsked) {
    const message = `The decision differs from precedent: ${sentence} Say why in the note, or send it again to keep it.`
    throw new Refusal(422, message, undefined, {}, ASKS)
  }
  return { sentence, seen, now, isCurrent, answer }
}

const sorted = (seen: StatedPrecedent['seen'] | null) =>
  seen && Object.entries(seen).toSorted(([a], [b]) => (a < b ? -1 : 1))
