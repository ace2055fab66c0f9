/** The audit of one case: its own entries, and those of its alerts, quality reviews and reports. */
import { sql, type RawBuilder } from 'kysely'
import { recordedEvidence, type HistoryEntry } from '#contract/model/cases/case-history.ts'
import { LISTED_MAX, toStamp } from '#contract/model/common.ts'
import { CASES_NAMED } from '#server/forms/queries.ts'
import { stampOrNull, type Db } from '#server/store/sql.ts'

/** Arrays, so that entries are looked up by the index. */
const among = (kind: string, ids: RawBuilder<unknown>) =>
  sql`(a.object_kind = ${sql.lit(kind)} and a.object_id = any(array(${ids})))`
const on = (table: string, platforms: readonly string[]) =>
  sql`${sql.ref(`${table}.platform`)} in (${sql.join([...platforms, ''])})`

/** True if entry `a` of the audit is about a case, by its id, or about one of its alerts. */
const isActOnCase = (caseId: string, platforms: readonly string[]) => sql<boolean>`(
  (a.object_kind = 'case' and a.object_id = ${caseId})
  or ${among('alert', sql`select l.id::text from alert l where ${on('l', platforms)} and l.case_id = ${caseId}`)})`

/** The same with reads of its STR, its quality reviews and the reports that name it. */
export const isAboutCase = (caseId: string, platforms: readonly string[]): RawBuilder<boolean> => sql<boolean>`(
  ${isActOnCase(caseId, platforms)}
  or (a.object_kind = 'STR' and a.object_id = ${caseId})
  or ${among('quality review', sql`select r.id::text from quality_review r where ${on('r', platforms)} and r.case_id = ${caseId}`)}
  or ${among(
    'form',
    sql`select f.id::text from monitoring_case k join document_form f on f.platform = k.platform
      and f.customer_id = k.customer_id and f.type = 'sar' and k.id = any(${CASES_NAMED})
      where ${on('k', platforms)} and k.id = ${caseId}`,
  )})`

/**
 * The acts on a case and on its alerts, latest first. Who read its STR, its quality reviews and its reports are left to
 * the audit.
 */
export async function historyOf(db: Db, platform: string, caseId: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('audit as a')
    .leftJoin('account as p', 'p.id', 'a.actor')
    .leftJoin('alert as l', (join) =>
      join
        .onRef('l.platform', '=', 'a.platform')
        .on(sql<boolean>`a.object_kind = 'alert' and l.id::text = a.object_id`),
    )
    .select(['a.n', 'a.at', 'a.client_time', 'a.actor', 'a.action', 'a.object_kind', 'a.object_id', 'a.note'])
    .select(['a.reason', 'a.offline', 'a.before', 'a.after', 'a.rule_revision'])
    .select(['l.id as alert_id', 'l.rule_name', 'l.revision_id'])
    .select(sql<string>`coalesce(p.first_name || ' ' || p.last_name, a.actor)`.as('name'))
    .where('a.platform', '=', platform)
    .where(isActOnCase(caseId, [platform]))
    .orderBy('a.n', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ alert_id: alertId, rule_name: ruleName, revision_id: revisionId, before, after, ...row }) => ({
    n: Number(row.n),
    at: toStamp(row.at),
    decidedAt: stampOrNull(row.client_time),
    by: { id: row.actor, name: row.name },
    action: row.action,
    object: { kind: row.object_kind, id: row.object_id },
    alert:
      alertId === null || ruleName === null
        ? null
        : { id: alertId, ruleName, revisionId: row.rule_revision ?? String(revisionId) },
    note: row.note,
    reason: row.reason,
    offline: row.offline,
    changes: changesOf(before, after),
    evidence: evidenceIn(after),
  }))
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The facts sealed with a decision; null for an entry that is none. */
function evidenceIn(after: unknown): HistoryEntry['evidence'] {
  const { facts } = fieldsOf(after)
  return facts === undefined ? null : recordedEvidence.parse(facts)
}

/** Parts of an entry that are no field of the case or alert. */
const APART = new Set(['facts', 'note', 'stack'])

/** The fields that an entry changed, as text. */
function changesOf(before: unknown, after: unknown): HistoryEntry['changes'] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((field) => {
    const [was, is] = [textOf(old[field]), textOf(next[field])]
    return APART.has(field) || was === is ? [] : [{ field, before: was, after: is }]
  })
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value)
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it, of a value of any kind, no-base-to-string objects
  return String(value as string | number | boolean)
}
