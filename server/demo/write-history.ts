/** Writes acts into the tables as calls would have: cases, alerts and notes, and then the audit. */
import { sql, type Transaction } from 'kysely'
import { closedTransactionStatus } from '#contract/model/cases/case.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { recordEach, type Actor, type Entry } from '#server/audit/audit.ts'
import type { Account } from '#server/core/context.ts'
import { uuidOf } from '#server/core/uuid.ts'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { Act, OpenCase } from './history.ts'

type Tx = Transaction<Database>

/** A case with its earlier version and the acts on it. */
export interface Worked extends OpenCase {
  customerId: string
  activeHardStops: ReadonlySet<string>
  acts: readonly Act[]
}

export async function writeHistory(tx: Tx, platform: string, cases: readonly Worked[]): Promise<void> {
  const worked = cases.filter(({ acts }) => acts.length > 0)
  await updateCases(tx, platform, worked)
  await updateAlerts(tx, worked)
  await insertRows(
    tx,
    'note',
    worked.flatMap((one) => notesOf(platform, one)),
  )
}

/** Records the acts, with the facts that decisions rested on where they are sealed. */
export async function recordHistory(
  tx: Tx,
  platform: string,
  cases: readonly Worked[],
  { staff, seals }: { staff: ReadonlyMap<string, Account>; seals: ReadonlyMap<Act, Seal> },
): Promise<void> {
  const entries = cases.flatMap((one) => auditOf(platform, one, staff, seals))
  await recordEach(
    tx,
    entries.toSorted((a, b) => +a[0].now() - +b[0].now()),
  )
}

async function updateCases(tx: Tx, platform: string, worked: readonly Worked[]): Promise<void> {
  const rows = worked.map(({ id, acts, alerts, activeHardStops }) => {
    const closed = new Set(acts.flatMap((act) => (act.kind === 'close' ? [act.alertId] : [])))
    const assigned = acts.find((act) => act.kind === 'assign')
    const recommended = acts.find((act) => act.kind === 'recommend')
    const asked = acts.find((act) => act.kind === 'await')
    const stopped = recommended ?? asked
    return {
      id,
      status: recommended ? 'complete' : asked ? 'await' : 'new',
      recommended_str: recommended?.recommended ?? 0,
      transaction_status: recommended
        ? closedTransactionStatus(
            { transactionStatus: 'new', alertCount: alerts.length },
            recommended.recommended ? 'proceed' : 'reject',
          )
        : 'new',
      manager_id: assigned?.to ?? null,
      assigned_at: assigned?.at ?? null,
      finished_at: recommended?.at ?? null,
      open_alert_count: alerts.length - closed.size,
      active_hard_stop: [...activeHardStops].filter((alert) => !closed.has(alert)).length,
      lead_rule: (alerts.find((alert) => !closed.has(alert.id)) ?? alerts[0])?.rule ?? '',
      due_pauses: stopped ? [stopped.at] : [],
      version: 1 + acts.length,
    }
  })
  await sql`
    update monitoring_case c set status = r.status, recommended_str = r.recommended_str,
      transaction_status = r.transaction_status, manager_id = r.manager_id,
      assigned_at = r.assigned_at, finished_at = r.finished_at, open_alert_count = r.open_alert_count,
      active_hard_stop = r.active_hard_stop, lead_rule = r.lead_rule, version = r.version, due_pauses = r.due_pauses,
      last_due_at = case when r.status <> 'new' then c.due_at end,
      due_at = case when r.status = 'new' then c.due_at end,
      due_soon_at = case when r.status = 'new' then c.due_soon_at end
    from jsonb_populate_recordset(null::monitoring_case, ${JSON.stringify(rows)}::jsonb) r
    where c.platform = ${platform} and c.id = r.id`.execute(tx)
  await sql`
    update transaction t set status = c.transaction_status from monitoring_case c
    where c.platform = ${platform} and c.id = any(${rows.map(({ id }) => id)})
      and t.platform = c.platform and t.id = c.transaction_id and c.transaction_status <> 'new'`.execute(tx)
}

async function updateAlerts(tx: Tx, worked: readonly Worked[]): Promise<void> {
  const rows = worked.flatMap(({ acts }) =>
    acts.flatMap((act) =>
      act.kind === 'close'
        ? [
            {
              id: act.alertId,
              status: act.status,
              sar: act.sar,
              note: act.text,
              resolved_by: act.by,
              resolved_at: act.at,
              // the recommendation of an STR flags what was resolved
              version: act.sar ? 3 : 2,
            },
          ]
        : [],
    ),
  )
  await sql`
    update alert a set status = r.status, sar = r.sar, note = r.note, resolved_by = r.resolved_by,
      resolved_at = r.resolved_at, version = r.version
    from jsonb_populate_recordset(null::alert, ${JSON.stringify(rows)}::jsonb) r
    where a.id = r.id`.execute(tx)
}

function notesOf(platform: string, { id, customerId, acts }: Worked) {
  return acts.flatMap((act, n) =>
    'text' in act
      ? [
          {
            id: uuidOf(`note:${platform}/${id}/${n}`),
            platform,
            case_id: id,
            alert_id: act.kind === 'close' ? act.alertId : null,
            customer_id: customerId,
            author_id: act.by,
            text: act.text,
            created_at: act.at,
            written_before_close: false,
          },
        ]
      : [],
  )
}

function auditOf(
  platform: string,
  { id, acts }: Worked,
  staff: ReadonlyMap<string, Account>,
  seals: ReadonlyMap<Act, Seal>,
): [Actor, Entry][] {
  return acts.flatMap((act, n): [Actor, Entry][] => {
    const account = staff.get(act.by)
    if (account === undefined) return []
    const actor = { account, platform, origin: { address: null, appVersion: null }, now: () => act.at }
    const entry = entryOf(act, id, n + 2, staff)
    const facts = seals.get(act)
    return [[actor, facts ? { ...entry, after: { ...(entry.after as object), facts } } : entry]]
  })
}

function entryOf(act: Act, id: string, version: number, staff: ReadonlyMap<string, Account>): Entry {
  const ofCase = { object: { kind: 'case', id }, version }
  switch (act.kind) {
    case 'assign': {
      const to = staff.get(act.to)
      const manager = { id: act.to, name: `${to?.firstName} ${to?.lastName}` }
      return { ...ofCase, action: 'assign', before: { manager: null }, after: { manager } }
    }
    case 'await':
      return { ...ofCase, action: 'change status', before: { status: 'new' }, after: { status: 'await' } }
    case 'note':
      return { ...ofCase, action: 'add note', note: act.text }
    case 'close':
      return {
        action: act.status === 'resolved' ? 'resolve alert' : 'reject alert',
        object: { kind: 'alert', id: act.alertId },
        version: 2,
        before: { status: 'new' },
        after: { status: act.status },
        note: act.text,
        reason: act.reason,
        alertIds: [act.alertId],
      }
    case 'recommend':
      return {
        ...ofCase,
        action: act.recommended === 1 ? 'recommend STR' : 'close without STR',
        before: { status: 'new', recommendedStr: 0 },
        after: { status: 'complete', recommendedStr: act.recommended },
        note: act.text,
        reason: act.reason,
      }
  }
}
