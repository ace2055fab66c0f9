/** Reads every fact that decisions on a case or on an account alert rest on. */
import { toStamp } from '#contract/model/common.ts'
import type { FactItem, FactSheet } from '#contract/model/facts/facts.ts'
import { allowlistsOn } from '#server/allowlists/alert-allowlists.ts'
import type { CaseRow } from '#server/cases/case-row.ts'
import type { Config } from '#server/core/config.ts'
import { firedOf } from '#server/monitoring/allowlist-terms.ts'
import { policyValues } from '#server/policies/values.ts'
import { missingStepsOf } from '#server/rules/procedures.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { factOf, toSheet, type Found } from './to-facts.ts'
import { customerFacts } from './customer.ts'
import { duplicateFacts } from './duplicates.ts'
import { historyFacts } from './history.ts'
import { precedentFacts } from './precedent.ts'
import { subjectOfAlert, subjectsOfCase, type FactSubject, type Reading } from './subject.ts'
import { readTriggering, triggeringFacts } from './triggering-payments.ts'

async function allowlistFacts(db: Db, { platform, alerts }: FactSubject): Promise<Found[]> {
  const found: Found[] = []
  for (const { id } of alerts) {
    const common = { id: 'allowlist.covering', alertId: id, source: { kind: 'alert', id } } as const
    const fired = await firedOf(db, platform, id)
    if (!fired) {
      found.push({ ...common, reason: 'The values that triggered the rule are not on record' })
      continue
    }
    const covering = (await allowlistsOn(db, platform, fired)).filter(({ gaps }) => gaps.length === 0)
    const items = covering.map((one): FactItem => ({
      source: { kind: 'allowlist', id: one.id },
      label: one.name,
      on: one.startDate,
    }))
    found.push({ ...common, value: covering.length, items })
  }
  return found
}

async function openOnCase(db: Db, { platform, caseId }: FactSubject): Promise<Found[]> {
  if (caseId === null) return []
  const { n } = await db
    .selectFrom('alert')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('platform', '=', platform)
    .where('case_id', '=', caseId)
    .where('status', 'in', OPEN_ALERT as never)
    .executeTakeFirstOrThrow()
  return [{ id: 'case.openAlerts', source: { kind: 'case', id: caseId }, value: Number(n) }]
}

/** The steps of its rule's procedure that were not taken yet, by alert. */
async function stepFacts(db: Db, { platform, alerts }: FactSubject): Promise<Found[]> {
  const steps = await missingStepsOf(
    db,
    platform,
    alerts.map(({ id }) => id),
  )
  return alerts.map(({ id: alertId }): Found => {
    const missing = steps.get(alertId) ?? []
    const items = missing.map(({ text }): FactItem => ({ source: null, label: text }))
    return { id: 'alert.steps', alertId, source: { kind: 'alert', id: alertId }, value: missing.length, items }
  })
}

/** The facts of each alert by itself. */
function alertFacts({ alerts, customerId }: FactSubject): Found[] {
  return alerts.flatMap(({ id: alertId, level, measured, isMatchOpen }): Found[] => {
    const source = { kind: 'alert', id: alertId } as const
    return [
      { id: 'alert.level', alertId, source, value: level },
      factOf('rule.measured', source, measured.trim(), 'The values that triggered the rule are not on record', {
        alertId,
      }),
      ...(isMatchOpen
        ? [{ id: 'alert.match', alertId, source: { kind: 'screening', id: customerId }, value: true } as const]
        : []),
    ]
  })
}

/** Facts of one account and of its alerts. */
async function accountFacts(db: Db, subject: FactSubject, reading: Reading): Promise<Found[]> {
  // sequential: the sealing transaction has one connection
  const found = await customerFacts(db, subject, reading)
  const history = await historyFacts(db, subject, reading)
  const triggering = await readTriggering(db, subject)
  const duplicates = await duplicateFacts(db, subject, triggering)
  const precedents = await precedentFacts(db, subject)
  const covering = await allowlistFacts(db, subject)
  const steps = await stepFacts(db, subject)
  return [
    ...alertFacts(subject),
    ...steps,
    ...found,
    ...history,
    ...triggeringFacts(triggering),
    ...duplicates,
    ...precedents,
    ...covering,
  ]
}

async function sheetOf(
  db: Db,
  [first, ...others]: readonly [FactSubject, ...FactSubject[]],
  subject: FactSheet['subject'],
  { now, config }: SheetContext,
): Promise<FactSheet> {
  const { sampleLeast: least } = await policyValues(db, { platform: first.platform, config }, ['sampleLeast'])
  const found = [...(await accountFacts(db, first, { now, least })), ...(await openOnCase(db, first))]
  for (const other of others) {
    const about = await accountFacts(db, other, { now, least })
    for (const { id: alertId } of other.alerts) {
      const own = about.filter((one) => one.alertId == null || one.alertId === alertId)
      found.push(...own.map((one): Found => ({ ...one, alertId })))
    }
  }
  const all = [first, ...others]
  const accountOf = ({ customerId: id, customerName: name }: FactSubject) => ({ id, name })
  return toSheet(
    {
      subject,
      asOf: toStamp(now),
      ruleRevisions: Object.fromEntries(all.flatMap(({ alerts }) => alerts.map((one) => [one.id, one.revisionId]))),
      account: accountOf(first),
      otherAccounts: Object.fromEntries(
        others.flatMap((other) => other.alerts.map(({ id }) => [id, accountOf(other)])),
      ),
    },
    found,
  )
}

export interface SheetContext {
  now: Date
  config: Config
}

export async function caseFacts(db: Db, row: CaseRow, context: SheetContext): Promise<FactSheet> {
  return sheetOf(db, await subjectsOfCase(db, row), { kind: 'case', id: row.id }, context)
}

/** Null where the platform has no such alert on an account. */
export async function accountAlertFacts(
  db: Db,
  platform: string,
  id: string,
  context: SheetContext,
): Promise<FactSheet | null> {
  const subject = await subjectOfAlert(db, platform, id)
  return subject && sheetOf(db, [subject], { kind: 'alert', id }, context)
}
