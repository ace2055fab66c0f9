/** The evidence of a decision, for the audit: the facts that were on screen, and their current values. */
import type { Claim } from '#contract/model/facts/claims.ts'
import { BUILT_IN_REVISION } from '#contract/model/templates/template-ref.ts'
import { BUILT_IN_CLAIMS, claimsFor } from '#contract/model/facts/default-claims.ts'
import { factSentence } from '#contract/model/facts/fact-sentence.ts'
import type { FactSheet, Fact } from '#contract/model/facts/facts.ts'
import type { Decided, Sealed, Seal } from '#contract/model/facts/seal.ts'
import {
  accountOf,
  factsOf,
  sealOf,
  type SeenFacts,
  type Stating,
  outstandingSteps,
} from '#contract/model/facts/seen-facts.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { SealFacts } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/store/sql.ts'
import { checkGaps, checkStatedClaims } from './check-claims.ts'
import { checkRead } from './check-read.ts'
import { accountAlertFacts, caseFacts, type SheetContext } from './fact-sheet.ts'
import { checkPrecedent } from './precedent-check.ts'

/** The claims of a template for a type of rule; null if the server does not know that revision and has the window's statement alone. */
async function claimsOfTemplate(
  db: Db,
  { platform, account, ruleType }: { platform: string; account: string; ruleType: string | undefined },
  ref: string,
): Promise<readonly Claim[] | null> {
  const at = ref.lastIndexOf('@')
  const [id, revision] = [ref.slice(0, at), Number(ref.slice(at + 1))]
  const kept = await db
    .selectFrom('setting')
    .select('value')
    .where('kind', '=', 'template')
    .where('id', '=', id)
    .where('platform', '=', platform)
    .where('owner', 'in', [account, ''])
    .execute()
  const found = kept.map(({ value }) => value as TemplateValue).find((one) => one.revision === revision)
  if (found) {
    const { claims, body } = found
    // as the window fills it
    return claimsFor(id, claims ?? (body.includes('{{claims}}') ? (BUILT_IN_CLAIMS[id] ?? []) : []), ruleType)
  }
  const builtIn = revision === BUILT_IN_REVISION ? BUILT_IN_CLAIMS[id] : undefined
  return builtIn ? claimsFor(id, builtIn, ruleType) : null
}

/** The steps that a closing passes over, with the reason, for the record; undefined for none. Refuses them without one. */
function checkSteps(facts: readonly Fact[], { stepsPassed = '' }: Stating): Seal['stepsPassed'] {
  const steps = outstandingSteps(facts)
  if (steps.length === 0) return undefined
  const reason = stepsPassed.trim()
  if (reason !== '') return { steps, reason }
  const [first] = steps
  const others = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  const message = `Procedure steps are outstanding: ${first}${others}. Take them, or give the reason for closing without them.`
  throw new Refusal(422, message, undefined, {}, 'steps-passed-over')
}

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

/** The seal of a decision in the moment of reading: nothing can have changed in between. `left` names facts to leave out. */
export function sealAtOnce(sheet: FactSheet, alertId: string | null, left: ReadonlySet<string>): Seal {
  const { versions, ...seen } = sealOf(sheet, alertId)
  const kept = Object.fromEntries(Object.entries(versions).filter(([id]) => !left.has(id)))
  return {
    sheet: sheet.version,
    account: accountOf(sheet, alertId),
    asOf: sheet.asOf.date,
    readAgain: sheet.asOf.date,
    ruleRevision: seen.ruleRevision ?? null,
    isCurrent: true,
    facts: compare({ ...seen, versions: kept }, sheet, alertId),
  }
}

async function sheetFor(db: Db, { platform, caseId, alertId }: Decided, context: SheetContext) {
  const row = caseId === null ? undefined : await findCaseRow(db, platform, caseId)
  if (row) return caseFacts(db, row, context)
  return alertId === null ? null : accountAlertFacts(db, platform, alertId, context)
}

/**
 * The seal of a decision; undefined without seen facts and claims, and with precedent. Refuses a closing without a report
 * whose facts were not read or passed over, or whose procedure steps are outstanding without a reason, claims that the
 * facts contradict, and a decision against precedent without an answer. Call
 * it before the change.
 */
export const sealFacts: SealFacts = async (
  db,
  context,
  decided,
  { facts: seen, template, precedent: stated, ...stating },
) => {
  const { config, account, now } = context
  const owner = { platform: decided.platform, account: account.id, ruleType: decided.ruleType ?? undefined }
  const known = template === undefined ? null : await claimsOfTemplate(db, owner, template)
  const precedent = await checkPrecedent(db, context, decided, stated)
  const at = now()
  const isClosing = decided.as === 'resolved' || decided.as === 'cleared'
  const sheet =
    seen || isClosing || stating.claims?.length || known?.length || precedent
      ? await sheetFor(db, decided, { now: at, config })
      : null
  const own = sheet ? factsOf(sheet, decided.alertId) : []
  const without = isClosing ? await checkRead(db, context, decided, { seen, facts: own }) : null
  const claims = checkStatedClaims({ facts: own, seen, stating, known, policy: config.claims.contradicted })
  if (without) return { without, ...(precedent && { precedent }) }
  if (isClosing && template !== undefined) checkGaps(decided, claims, stating)
  const stepsPassed = isClosing && decided.alertId !== null ? checkSteps(own, stating) : undefined
  if (!sheet || (!seen && claims.length === 0 && !precedent)) return undefined
  const facts = seen ? compare(seen, sheet, decided.alertId) : []
  return {
    sheet: seen?.sheet ?? sheet.version,
    account: accountOf(sheet, decided.alertId),
    asOf: seen?.asOf.date ?? sheet.asOf.date,
    readAgain: sheet.asOf.date,
    ruleRevision: seen?.ruleRevision ?? null,
    isCurrent: facts.every((fact) => fact.seen === fact.now),
    facts,
    ...(claims.length > 0 && { claims }),
    ...(stating.override && claims.some((one) => one.stated === 'contradicted') && { override: stating.override }),
    ...(stating.explained && { explained: stating.explained }),
    ...(stepsPassed && { stepsPassed }),
    ...(precedent && { precedent }),
  }
}
