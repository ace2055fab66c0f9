/** The open work of a platform out of the catalogue's own lists: page by page, with a pause between two requests. */
import type { Call } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import type { ReplicaKind, ReplicaRow } from '#contract/calls/sync.ts'
import { isAlertDay } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert, type Alert } from '#contract/model/cases/alert.ts'
import { searchText } from '#contract/model/cases/case-search.ts'
import { UNFINISHED_CASES, type CaseItem } from '#contract/model/cases/case.ts'
import type { CustomerItem } from '#contract/model/customer.ts'
import { foldText } from '#contract/fold-text.ts'
import { SHAPES, type KindChange } from './kinds.ts'
import { Unread, type Holding } from './reader.ts'

const PAGE = 200
/** Between two requests, ms. */
const PAUSE_MS = 250
/** The maximum number of pages read; rows below are not held. */
const MOST_PAGES = 100
/** The maximum number of customers whose alerts are read. */
const MOST_CUSTOMERS = 200

interface PlainPage<K extends ReplicaKind> {
  rows: ReplicaRow<K>[]
  /** The fields that the list has. */
  total: number
  /** There is more than is going to be read. */
  isPartial: boolean
}
export type PlainRows<K extends ReplicaKind = ReplicaKind> = AsyncGenerator<PlainPage<K>>

const unfinished: ReadonlySet<string> = new Set(UNFINISHED_CASES)

/** The unfinished cases, newest first. */
export async function* readCases({ platform, most, request, pause }: Holding): PlainRows<'case'> {
  const pages = Math.min(MOST_PAGES, Math.ceil(most / PAGE))
  for (let page = 1; page <= pages; page += 1) {
    const query = { platform, 'status[]': [...UNFINISHED_CASES], page, pageSize: PAGE }
    const answer = (await (await request(cases.list, { query }, true)).json()) as { items: CaseItem[]; total: number }
    const isLast = answer.items.length < PAGE
    yield { rows: answer.items.map(toCaseRow), total: answer.total, isPartial: page === pages && !isLast }
    if (isLast) return
    await pause(PAUSE_MS)
  }
}

/** One case, as it is now. */
export async function readCase(held: Holding, id: string): Promise<KindChange> {
  const row = (await readOne(held, cases.view, { caseId: id })) as CaseItem | null
  if (row && unfinished.has(row.status)) return toChange('case', toCaseRow(row))
  return { kind: 'case', change: { id, version: Infinity, row: null } }
}

/** One account alert, as it is now; what it does not tell of its customer is as it was. */
export async function readAccountAlert(held: Holding, id: string): Promise<KindChange> {
  const known = held.tables.accountAlert.rowOf(id, held.now())
  const one = (await readOne(held, alerts.view, { alertId: id })) as Alert | null
  if (!known || !one || !isOpenAlert(one.status))
    return { kind: 'accountAlert', change: { id, version: Infinity, row: null } }
  const { status, sar, manager, version } = one
  return toChange('accountAlert', { ...known, status, sar, manager, version })
}

/** Null where it is not there any more. */
async function readOne({ request }: Holding, call: Call, params: Record<string, string>): Promise<unknown> {
  try {
    return await (await request(call, { params }, true)).json()
  } catch (error) {
    if (error instanceof Unread && error.status === 404) return null
    throw error
  }
}

/** The open alerts of customers that have some: the catalogue has no list of them (docs/design/specification.md#calls). */
export async function* readAccountAlerts(held: Holding): PlainRows<'accountAlert'> {
  const { platform, request, pause } = held
  for (let first = 0; first < MOST_CUSTOMERS; first += PAGE) {
    const query = { platform, customerStatus: '2', page: first / PAGE + 1, pageSize: PAGE }
    const answer = await (await request(customers.list, { query }, true)).json()
    const { items, total } = answer as { items: CustomerItem[]; total: number }
    const isPartial = total > MOST_CUSTOMERS
    for (const customer of items) {
      await pause(PAUSE_MS)
      yield { rows: await alertsOf(held, customer), total: 0, isPartial }
    }
    if (items.length < PAGE) return
  }
}

async function alertsOf({ platform, request, pause, now }: Holding, customer: CustomerItem) {
  const { customerId } = customer.customerProfile
  const params = { platform, customerId }
  const summary = await (await request(accountAlerts.summary, { params }, true)).json()
  const rows: ReplicaRow<'accountAlert'>[] = []
  for (const { ruleId, open } of (summary as { byRule: { ruleId: string; open: number }[] }).byRule) {
    if (open === 0) continue
    await pause(PAUSE_MS)
    const answer = await (await request(accountAlerts.active, { params: { ...params, ruleId } }, true)).json()
    rows.push(...(answer as { items: Alert[] }).items.map((one) => toAlertRow(one, customer, now())))
  }
  return rows
}

/** The searched fields that a row has, of ten. */
function toCaseRow(item: CaseItem): ReplicaRow<'case'> {
  const { transactionDirection, clientName, counterpartyName } = item.data
  const other = transactionDirection === 'incoming' ? 'senderName' : 'beneficiaryName'
  const row = { ...item, search: searchText(item.id, { clientName, [other]: counterpartyName }) }
  // only the row of a case
  return SHAPES.case.unpack(SHAPES.case.pack(row), item.platform, 0, row.search)
}

function toAlertRow(alert: Alert, { customerProfile: profile }: CustomerItem, now: number): ReplicaRow<'accountAlert'> {
  const { id, platform, customerId, ruleId, ruleName, ruleType, triggerInfo, alertLevel, ...rest } = alert
  const { status, sar, createAt, manager, version } = rest
  const name = profile.name ?? [profile.firstName, profile.lastName].filter(Boolean).join(' ')
  return {
    id,
    platform,
    customerId,
    ruleId,
    ruleName,
    ruleType,
    text: triggerInfo.text,
    alertLevel,
    status,
    sar,
    createAt,
    manager,
    version,
    customerName: name || customerId,
    // a business has a name, a person a first and a last one
    customerType: profile.name === undefined ? 'personal' : 'business',
    isDay: isAlertDay(alert, now),
    search: [name, profile.username ?? '', customerId].map(foldText).join('\n'),
  }
}

/** A list's values apply whatever version it has, since a catalogue-only server may have none. */
export const toChange = (kind: ReplicaKind, row: ReplicaRow): KindChange => ({
  kind,
  change: { id: row.id, version: Infinity, row },
})
