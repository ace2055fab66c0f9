/** Row locks in a fixed order (the case, then its alert), and the state that refusals return. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { AlertStatus, CaseStatus } from '#contract/model/values.ts'
import type { AlertExpect, CaseExpect } from '#contract/ops/expect.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { EffectTarget, Tx } from '#server/ops/effect.ts'
import type { AlertTable, CaseTable } from '#server/schema/cases.ts'
import { isId, isUuid, personOf } from '#server/store/sql.ts'
import type { CaseState } from './rights.ts'

export type LockedCase = Selectable<CaseTable>
export type LockedAlert = Selectable<AlertTable>

/** The case an operation names, by UUID where it has one. A case of another platform is as unknown as any. */
export async function lockCase(tx: Tx, platform: string, target: Pick<EffectTarget, 'caseId' | 'caseUuid'>) {
  const { caseId, caseUuid } = target
  let query = tx.selectFrom('monitoring_case').selectAll().where('platform', '=', platform)
  if (caseUuid !== undefined) query = query.where('uuid', '=', isUuid(caseUuid) ? caseUuid : null)
  if (caseId !== undefined) query = query.where('id', '=', caseId)
  const row = await query.forUpdate().executeTakeFirst()
  if (!row) throw new Refusal(404, `There is no case ${caseId ?? caseUuid ?? ''} here.`)
  return row
}

/** An alert and its case; the case is null for an alert on an account. */
export async function lockAlert(tx: Tx, platform: string, target: Pick<EffectTarget, 'caseId' | 'alertId'>) {
  const { alertId = '', caseId } = target
  const missing = new Refusal(404, `There is no alert ${alertId} here.`)
  if (!isId(alertId)) throw missing
  const find = tx.selectFrom('alert').selectAll().where('id', '=', alertId).where('platform', '=', platform)
  const seen = await find.executeTakeFirst()
  if (!seen || (caseId !== undefined && seen.case_id !== caseId)) throw missing
  const ofCase = seen.case_id === null ? null : await lockCase(tx, platform, { caseId: seen.case_id })
  return { alert: await find.forUpdate().executeTakeFirstOrThrow(), ofCase }
}

/** The fields that the rules read. */
export function stateOf(row: LockedCase): CaseState {
  return {
    id: row.id,
    status: row.status as CaseStatus,
    recommendedStr: row.recommended_str === 1 ? 1 : 0,
    alertCount: row.alert_count,
    openAlerts: row.open_alert_count,
  }
}

/** True if the case is no longer what the user decided on; only what he named is compared. */
export function isCaseStale(row: LockedCase, expect: CaseExpect = {}): boolean {
  const { status, recommendedStr } = stateOf(row)
  const version = Number(row.version)
  return differ(expect, { status, recommendedStr, manager: row.manager_id, review: row.review_on, version })
}

/** True if the alert is no longer what the user decided on. */
export function isAlertStale(row: LockedAlert, expect: AlertExpect = {}): boolean {
  return differ(expect, { status: row.status, sar: row.sar, manager: row.manager_id, version: Number(row.version) })
}

function differ(expect: Record<string, unknown>, actual: Record<string, unknown>): boolean {
  return Object.entries(expect).some(([field, value]) => value !== undefined && value !== actual[field])
}

/** The case for a refusal: its current state, and who changed it. */
export async function currentCase(tx: Tx, row: LockedCase) {
  const manager = row.manager_id === null ? null : await personById(tx, row.manager_id)
  const { status, recommendedStr, openAlerts } = stateOf(row)
  return {
    status,
    recommendedStr,
    manager,
    review: row.review_on ?? '',
    openAlerts,
    version: Number(row.version),
    ...(await lastChange(tx, row.platform, 'case', row.id)),
  }
}

/** The alert for a refusal. */
export async function currentAlert(tx: Tx, row: LockedAlert) {
  return {
    status: row.status as AlertStatus,
    sar: row.sar,
    manager: row.manager_id === null ? null : await personById(tx, row.manager_id),
    note: row.note,
    version: Number(row.version),
    ...(await lastChange(tx, row.platform, 'alert', row.id)),
  }
}

function personById(tx: Tx, id: string) {
  return tx
    .selectFrom('account as p')
    .select(personOf('p').as('person'))
    .where('p.id', '=', id)
    .executeTakeFirst()
    .then((row) => row?.person ?? null)
}

async function lastChange(tx: Tx, platform: string, kind: string, id: string) {
  const row = await tx
    .selectFrom('audit as t')
    .leftJoin('account as p', 'p.id', 't.actor')
    .select(['t.at', 't.actor', sql<string | null>`p.first_name || ' ' || p.last_name`.as('name')])
    .where('t.platform', '=', platform)
    .where('t.object_kind', '=', kind)
    .where('t.object_id', '=', id)
    .orderBy('t.n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { changedBy: { id: row.actor, name: row.name ?? row.actor }, changedAt: toStamp(row.at) }
    : { changedBy: null, changedAt: null }
}
