/** Account alerts in the replica. */
import type { Input } from '#contract/call.ts'
import type { accountAlerts } from '#contract/calls/account-alerts.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { isAlertDay, type AccountAlertItem } from '#contract/model/account-alert.ts'
import { isOpenAlert } from '#contract/model/alert.ts'
import { searchTerm } from '#contract/model/case-search.ts'
import { fromStamp } from '#contract/model/common.ts'
import { datesOf } from './dates.ts'
import { anything, type Fact, type Shape } from './shape.ts'

export type AccountAlertQuery = Omit<NonNullable<Input<typeof accountAlerts.queue>['query']>, 'page' | 'pageSize'>
type Row = ReplicaRow<'accountAlert'>

/** What makes alerts alike. */
const GROUP = ['customer', 'rule'] as const

const has = (is: boolean) => (is ? '1' : '0')

export const accountAlertShape: Shape<Row, AccountAlertQuery> = {
  idOf: ({ id }) => id,
  // numbers, as texts of different length
  isIdBefore: (a, b) => (a.length === b.length ? a > b : a.length > b.length),
  versionOf: ({ version }) => version,
  createdOf: ({ createAt }) => fromStamp(createAt),

  factsOf: (row) => ({
    status: row.status,
    sar: String(row.sar),
    level: row.alertLevel,
    type: row.customerType,
    rule: row.ruleId,
    customer: row.customerId,
    manager: row.manager?.id ?? null,
    assigned: has(row.manager !== null),
  }),

  partsOf: () => [],
  textOf: ({ search }) => search,

  pack: (row) => [
    row.id,
    row.customerId,
    row.customerName,
    row.customerType,
    row.ruleId,
    row.ruleName,
    row.ruleType,
    row.text,
    row.alertLevel,
    row.status,
    row.sar,
    row.createAt.date,
    row.manager && [row.manager.id, row.manager.name],
    row.version,
  ],

  unpack(packed, platform, now, search) {
    const [id, customerId, customerName, customerType, ruleId, ruleName, ruleType, text, ...rest] = packed as Packed
    const [alertLevel, status, sar, date, manager, version] = rest
    const createAt = { date, timezone: 'UTC' }
    return {
      id,
      platform,
      customerId,
      customerName,
      customerType,
      ruleId,
      ruleName,
      ruleType,
      text,
      alertLevel,
      status,
      sar,
      createAt,
      manager: manager && { id: manager[0], name: manager[1] },
      isDay: isAlertDay({ status, createAt }, now),
      version,
      search,
    }
  },

  conditionOf(query) {
    const { 'status[]': statuses, 'date[]': dates } = query
    const created = datesOf(dates)
    if (!statuses?.length || !statuses.every(isOpenAlert) || created === undefined) return null
    const facts: Record<string, ReadonlySet<Fact>> = { status: new Set(statuses) }
    if (query.alertSar) facts['sar'] = new Set([query.alertSar])
    if (query.alertLevel) facts['level'] = new Set([query.alertLevel])
    if (query.accountType) facts['type'] = new Set([query.accountType])
    if (query.rule) facts['rule'] = new Set([query.rule])
    if (query.customerId) facts['customer'] = new Set([query.customerId])
    if (query.user) facts['manager'] = new Set([query.user])
    if (query.withoutAssign) facts['assigned'] = new Set([has(query.withoutAssign === '0')])
    const term = searchTerm(query.search ?? '')
    const { sort = 'newest' } = query
    const order = sort === 'group' ? GROUP : sort
    return { ...anything, facts, created, text: term ? { term, lines: null } : null, order }
  },
}

type Packed = [
  id: string,
  customerId: string,
  customerName: string,
  customerType: AccountAlertItem['customerType'],
  ruleId: string,
  ruleName: string,
  ruleType: string,
  text: string,
  alertLevel: AccountAlertItem['alertLevel'],
  status: AccountAlertItem['status'],
  sar: 0 | 1,
  date: string,
  manager: [id: string, name: string] | null,
  version: number,
]
