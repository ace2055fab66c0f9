/** Account alerts in the replica. */
import type { Input } from '#contract/call.ts'
import type { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { isAlertDay, type AccountAlertItem, accountAlertFactFilters } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { factsAsked, factsIn } from '#contract/model/cases/queue-facts.ts'
import { fromStamp } from '#contract/model/common.ts'
import { foldText } from '#contract/fold-text.ts'
import { datesOf, packDue, unpackDue, type PackedDue } from './dates.ts'
import { anything, type Shape } from './shape.ts'

export type AccountAlertQuery = Omit<NonNullable<Input<typeof accountAlerts.queue>['query']>, 'page' | 'pageSize'>
type Row = ReplicaRow<'accountAlert'>

const has = (is: boolean) => (is ? '1' : '0')

export const accountAlertShape: Shape<Row, AccountAlertQuery> = {
  idOf: ({ id }) => id,
  // numbers, as texts of different length
  isIdBefore: (a, b) => (a.length === b.length ? a > b : a.length > b.length),
  isIdNumber: true,
  versionOf: ({ version }) => version,
  createdOf: ({ createAt }) => fromStamp(createAt),

  factsOf: (row) => ({
    ...factsIn(accountAlertFactFilters, row),
    name: row.search || null,
    str: has(row.hadStr === true),
    ruleName: row.ruleName,
    holder: row.manager?.name ?? null,
  }),

  numbersOf: ({ risk = null, measured = null, alertLevel, dueAt, dueSoonAt }) => ({
    risk,
    amount: measured,
    level: alertLevel === 'hardstop' ? 1 : 0,
    due: dueAt ? fromStamp(dueAt) : null,
    dueSoon: dueSoonAt ? fromStamp(dueSoonAt) : null,
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
    packDue(row.dueAt, row.dueSoonAt),
    row.risk,
    row.hadStr,
    row.measured,
  ],

  unpack(packed, platform, now, search) {
    const [id, customerId, customerName, customerType, ruleId, ruleName, ruleType, text, ...rest] = packed as Packed
    const [alertLevel, status, sar, date, manager, version, due, risk, hadStr, measured] = rest
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
      ...unpackDue(due),
      ...(risk !== undefined && { risk }),
      ...(hadStr && { hadStr }),
      ...(measured != null && { measured }),
      version,
      search,
    }
  },

  conditionOf(query) {
    const statuses = query['status[]']
    const created = datesOf(query['date[]'])
    // closed alerts are not in the replica
    if (!statuses?.length || !statuses.every(isOpenAlert) || created === undefined || query['decided[]']) return null
    const term = foldText(query.search ?? '')
    const text = term ? { term, lines: null, or: { id: term } } : null
    return { ...anything, facts: factsAsked(accountAlertFactFilters, query), created, text }
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
  due: PackedDue,
  risk?: number | null,
  hadStr?: boolean | null,
  measured?: number | null,
]
