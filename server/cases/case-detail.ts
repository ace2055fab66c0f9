/** One case with everything that is shown of it. */
import { sql } from 'kysely'
import { approvalMode, type CaseDetail } from '#contract/model/cases/case.ts'
import { toStamp } from '#contract/model/common.ts'
import type { Db } from '#server/store/sql.ts'
import { selectCaseRows, toCaseItem, type CaseRow } from './case-row.ts'
import { notesOfCase } from './notes.ts'

/** A case of the platform by its id, with its alerts and its manager. */
export async function findCaseRow(db: Db, platform: string, id: string): Promise<CaseRow | undefined> {
  return selectCaseRows(db).where('c.platform', '=', platform).where('c.id', '=', id).executeTakeFirst()
}

/** The whole case. `now` in milliseconds of server time. */
export async function caseDetailOf(db: Db, row: CaseRow, now: number): Promise<CaseDetail> {
  const [customer, transaction, notes, activity] = await Promise.all([
    customerOf(db, row),
    transactionOf(db, row),
    notesOfCase(db, row.platform, row.id),
    activityOf(db, row),
  ])
  const clientInfo = withoutEmpty({
    name: customer?.type === 'business' ? customer.name : null,
    firstName: customer?.first_name,
    lastName: customer?.last_name,
    username: customer?.username,
    countryOfResidence: customer?.country,
  })
  const fullName = [clientInfo['firstName'], clientInfo['lastName']].filter(Boolean).join(' ')
  const item = toCaseItem(row, now)
  return {
    ...item,
    data: { ...item.data, transactionApprovalMode: approvalMode(transaction['transactionApprovalMode']) },
    customerName: clientInfo['name'] || fullName || row.client_name,
    clientInfo,
    failedRule: row.failed_rule,
    hardStopCount: row.hard_stop_count,
    activity,
    notes,
    transaction,
  }
}

function customerOf(db: Db, row: CaseRow) {
  return db
    .selectFrom('customer')
    .selectAll()
    .where('platform', '=', row.platform)
    .where('id', '=', row.customer_id)
    .executeTakeFirst()
}

/** Every known field by the specification's names; the case's own where the transaction is not kept. */
async function transactionOf(db: Db, row: CaseRow): Promise<Record<string, unknown>> {
  const found = await db
    .selectFrom('transaction')
    .select(['data', 'at', 'counterparty_country'])
    .where('platform', '=', row.platform)
    .where('id', '=', row.transaction_id)
    .executeTakeFirst()
  return withoutEmpty({
    ...found?.data,
    transactionId: row.transaction_id,
    transactionUtcDate: toStamp(found?.at ?? row.created_at).date,
    transactionType: row.service,
    transactionDirection: row.direction,
    transactionAmount: row.amount,
    transactionCurrency: row.currency,
    transactionUsdAmount: row.usd,
    transactionCountry: row.country,
    customerId: row.customer_id,
    clientName: row.client_name,
  })
}

/** People's actions on the case and its alerts, oldest first. */
async function activityOf(db: Db, row: CaseRow): Promise<CaseDetail['activity']> {
  const alertIds = row.alerts.map((alert) => alert.id)
  const rows = await db
    .selectFrom('audit as t')
    .leftJoin('account as p', 'p.id', 't.actor')
    .select(['t.n', 't.at', 't.action', 't.actor', 't.note', 't.before', 't.after'])
    .select(sql<string | null>`p.first_name || ' ' || p.last_name`.as('name'))
    .where('t.platform', '=', row.platform)
    .where((eb) =>
      eb.or([
        eb.and([eb('t.object_kind', '=', 'case'), eb('t.object_id', '=', row.id)]),
        ...(alertIds.length > 0
          ? [eb.and([eb('t.object_kind', '=', 'alert'), eb('t.object_id', 'in', alertIds)])]
          : []),
      ]),
    )
    .orderBy('t.n')
    .execute()
  return rows.map((entry) => ({
    id: entry.n,
    at: toStamp(entry.at),
    by: entry.name ?? entry.actor,
    action: entry.action,
    text: entry.note ?? changeText(entry.before, entry.after),
  }))
}

/** `new → await`: the differing values, short enough for a line. */
function changeText(before: unknown, after: unknown): string {
  const [old, next] = [before, after].map((value) => (value ?? {}) as Record<string, unknown>)
  const changed = Object.keys(next ?? {}).filter((key) => wordOf(old?.[key]) !== wordOf(next?.[key]))
  return changed.map((key) => `${wordOf(old?.[key])} → ${wordOf(next?.[key])}`).join(', ')
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value)
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it, of a value of any kind, no-base-to-string objects
  return String(value as string | number)
}

function withoutEmpty<T>(record: Record<string, T | null | undefined>): Record<string, T> {
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return Object.fromEntries(known) as Record<string, T>
}
