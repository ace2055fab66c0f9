/** The evidence of a decision, for the audit: the facts that were on screen, and their current values. */
import { factSentence } from '#contract/model/facts/fact-sentence.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import type { Decided, Seal, Sealed } from '#contract/model/facts/seal.ts'
import { factsOf, type SeenFacts, type Stating } from '#contract/model/facts/seen-facts.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { Context } from '#server/core/context.ts'
import type { Db } from '#server/store/sql.ts'
import { checkPrecedent } from './precedent-check.ts'
import { checkStatedClaims } from './check-claims.ts'
import { accountAlertFacts, caseFacts } from './fact-sheet.ts'
import { claimsOfTemplate } from './template-claims.ts'

function compare(seen: SeenFacts, sheet: FactSheet, alertId: string | null): Sealed[] {
  const facts = factsOf(sheet, alertId)
  // those that its claims cite alone, where the others were not on screen
  const known = facts.flatMap((fact): Sealed[] => {
    const version = seen.versions[fact.id]
    return version === undefined
      ? []
      : [{ id: fact.id, seen: version, now: fact.version, sentence: factSentence(fact) }]
  })
  const gone = Object.keys(seen.versions).filter((id) => facts.every((fact) => fact.id !== id))
  return [...known, ...gone.map((id): Sealed => ({ id, seen: seen.versions[id] ?? null, now: null, sentence: null }))]
}

/** The evidence that a decision carries. */
export interface Rested extends Stating {
  facts?: SeenFacts | undefined
  template?: string | undefined
}

async function sheetFor(db: Db, { platform, caseId, alertId }: Decided, now: Date): Promise<FactSheet | null> {
  const row = caseId === null ? undefined : await findCaseRow(db, platform, caseId)
  if (row) return caseFacts(db, row, now)
  return alertId === null ? null : accountAlertFacts(db, platform, alertId, now)
}

/**
 * The seal of a decision; undefined without seen facts and claims, and with precedent. Refuses claims that the facts
 * contradict, and a decision against precedent without an answer. Call it before the change.
 */
export async function sealFacts(
  db: Db,
  context: Pick<Context, 'config' | 'account' | 'now' | 'origin'>,
  decided: Decided,
  { facts: seen, template, precedent: stated, ...stating }: Rested,
): Promise<Seal | undefined> {
  const { config, account, now } = context
  const owner = { platform: decided.platform, account: account.id }
  const known = template === undefined ? null : await claimsOfTemplate(db, owner, template)
  const precedent = await checkPrecedent(db, context, decided, stated)
  if (!seen && !stating.claims?.length && !known?.length && !precedent) return undefined
  const at = now()
  const sheet = await sheetFor(db, decided, at)
  if (!sheet) return undefined
  const own = factsOf(sheet, decided.alertId)
  const claims = checkStatedClaims({ facts: own, seen, stating, known, policy: config.claims.contradicted })
  const facts = seen ? compare(seen, sheet, decided.alertId) : []
  return {
    sheet: seen?.sheet ?? sheet.version,
    asOf: seen?.asOf.date ?? sheet.asOf.date,
    readAgain: sheet.asOf.date,
    ruleRevision: seen?.ruleRevision ?? null,
    isCurrent: facts.every((fact) => fact.seen === fact.now),
    facts,
    ...(claims.length > 0 && { claims }),
    ...(stating.override && claims.some((one) => one.stated === 'contradicted') && { override: stating.override }),
    ...(precedent && { precedent }),
  }
}
