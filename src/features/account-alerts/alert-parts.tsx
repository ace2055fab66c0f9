// The details of an account alert: state, precedent, and customer.
import { useQuery } from '@tanstack/react-query'
import { accountAlertKey, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { isOverdue } from '#contract/model/cases/case.ts'
import { fromStamp } from '#contract/model/common.ts'
import { useData, useFoldEach } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { Details } from '#src/features/cases/public.ts'
import { agoText } from '#src/format/age.ts'
import { formatMoney } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { formatDay } from '#src/format/date.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { diligenceLabel } from '#src/format/record-labels.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { precedentOf, precedentText, type Precedent } from './precedent.ts'
import { accountAlertQueries } from './queries.ts'

/** Status, overdue and hard stop, each with its own shape. */
export function AlertTags({ row }: { row: AccountAlertItem }) {
  const now = useNow()
  return (
    <span className="flex flex-wrap gap-3 text-list">
      <Tag tone={isOpenAlert(row.status) ? 'plain' : 'done'}>{alertStatusLabel(accountAlertKey(row))}</Tag>
      {row.alertLevel === 'hardstop' && <Tag tone="stop">Hard stop</Tag>}
      {isOverdue(row, now) && <Tag tone="late">Overdue</Tag>}
    </span>
  )
}

/** The time, the customer, and the assignee. */
export function AlertDetails({ row }: { row: AccountAlertItem }) {
  const now = useNow()
  return (
    <Details
      rows={[
        ['Raised', `${row.createAt.date} UTC, ${agoText(now - fromStamp(row.createAt))}`],
        ['Assigned to', row.manager?.name ?? 'Unassigned'],
        ['Alert', row.id],
      ]}
    />
  )
}

const NONE: readonly AccountAlertItem[] = []

/** Earlier alerts of this customer; null until known, and if unavailable on this device. */
export function usePrecedent(row: AccountAlertItem): Precedent | null {
  const { api } = useData()
  const { data } = useQuery(accountAlertQueries.ofCustomer(api, row))
  const all = useFoldEach('accountAlertItem', data?.items ?? NONE)
  return data ? precedentOf(row, all, data.decided) : null
}

/** Precedent of the rule on the customer, similar alerts, and other analysts. */
export function PrecedentLine({ row }: { row: AccountAlertItem }) {
  const known = usePrecedent(row)
  if (!known) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-label font-medium text-muted">Prior alerts (same rule, same customer)</h3>
      <p className="text-list">{precedentText(known)}</p>
      <OthersHere row={row} />
    </section>
  )
}

/** Other analysts with open alerts of this customer. */
export function OthersHere({ row }: { row: AccountAlertItem }) {
  const known = usePrecedent(row)
  if (!known || known.others.length === 0) return null
  return <p className="text-list text-warn">Other analysts working this customer: {known.others.join(', ')}</p>
}

/** The customer in a few lines. */
export function CustomerInShort({ row }: { row: AccountAlertItem }) {
  const { api } = useData()
  const names = useNames()
  const query = useQuery(accountAlertQueries.customer(api, row))
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">Customer</h3>
      {query.data ? (
        <Details rows={inShort(row, query.data, names)} />
      ) : query.isError ? (
        <Details
          rows={[
            ['Name', row.customerName],
            ['Customer ID', row.customerId],
            ['Type', row.customerType],
          ]}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </section>
  )
}

type Info = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof accountAlertQueries.customer>['queryFn']>>>>

function inShort(
  row: AccountAlertItem,
  { profile, address, riskScore }: Info,
  names: ReturnType<typeof useNames>,
): [label: string, value: string][] {
  const country = profile.countryOfRegistration ?? profile.countryOfResidence ?? address?.country
  const currency = typeof profile['currency'] === 'string' ? profile['currency'] : null
  return [
    ['Name', row.customerName],
    ['Customer ID', row.customerId],
    ['Type', row.customerType === 'business' ? 'Business' : 'Personal'],
    [
      'Status',
      [profile.accountStatus, profile.accountKycStatus && `KYC ${profile.accountKycStatus}`].filter(Boolean).join(', '),
    ],
    ['Risk', riskScore ? `${riskScore.score}, ${riskScore.level}` : ''],
    ['Diligence', diligenceLabel(riskScore?.diligence)],
    ['Country', countryLabel(country, names.countries) ?? ''],
    ['Balance', profile.balance ? formatMoney(profile.balance, currency) : ''],
    ['Registered', profile.registrationDate ? formatDay(profile.registrationDate) : ''],
  ]
}
