/** Reads every fact that decisions on a case or on an account alert rest on. */
import { toStamp } from '#contract/model/common.ts'
import type { FactItem, FactSheet } from '#contract/model/facts/facts.ts'
import { allowlistsOn } from '#server/allowlists/alert-allowlists.ts'
import type { CaseRow } from '#server/cases/case-row.ts'
import { firedOf } from '#server/monitoring/allowlist-terms.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { toSheet, type Found } from './build.ts'
import { customerFacts } from './customer.ts'
import { historyFacts } from './history.ts'
import { precedentFacts } from './precedent.ts'
import { subjectOfAlert, subjectOfCase, type FactSubject } from './subject.ts'
import { triggeringPaymentFacts } from './triggering-payments.ts'

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

async function sheetOf(db: Db, subject: FactSubject, id: FactSheet['subject'], now: Date): Promise<FactSheet> {
  // sequential: the sealing transaction has one connection
  const { found, declared } = await customerFacts(db, subject, now)
  const history = await historyFacts(db, subject, declared)
  const payments = await triggeringPaymentFacts(db, subject)
  const precedents = await precedentFacts(db, subject)
  const covering = await allowlistFacts(db, subject)
  const open = await openOnCase(db, subject)
  const levels = subject.alerts.map(({ id: alertId, level }): Found => ({
    id: 'alert.level',
    alertId,
    source: { kind: 'alert', id: alertId },
    value: level,
  }))
  const matches = subject.alerts
    .filter(({ isMatchOpen }) => isMatchOpen)
    .map(({ id: alertId }): Found => ({
      id: 'alert.match',
      alertId,
      // the current time at a decision
      source: { kind: 'screening', id: subject.customerId },
      value: true,
    }))
  const revisions = Object.fromEntries(subject.alerts.map((alert) => [alert.id, alert.revisionId]))
  return toSheet(id, toStamp(now), revisions, [
    ...levels,
    ...matches,
    ...found,
    ...history,
    ...payments,
    ...precedents,
    ...covering,
    ...open,
  ])
}

export async function caseFacts(db: Db, row: CaseRow, now: Date): Promise<FactSheet> {
  return sheetOf(db, await subjectOfCase(db, row), { kind: 'case', id: row.id }, now)
}

/** Null where the platform has no such alert on an account. */
export async function accountAlertFacts(db: Db, platform: string, id: string, now: Date): Promise<FactSheet | null> {
  const subject = await subjectOfAlert(db, platform, id)
  return subject && sheetOf(db, subject, { kind: 'alert', id }, now)
}
