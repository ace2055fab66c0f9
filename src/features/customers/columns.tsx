import { customerName, customerType, sortAlertsInfo, type CustomerItem } from '#contract/model/customer.ts'
import type { Names } from '#src/data/names.ts'
import { formatCount } from '#src/format/count.ts'
import { countryName } from '#src/format/country.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { orDots } from '#src/format/name.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'

/** Statuses of undecided alerts. */
const ACTIVE: readonly string[] = ['new', 'await', 'in_progress', 'notification_sent']

const hasActive = ({ alertsInfo }: CustomerItem) => alertsInfo.some(({ status }) => ACTIVE.includes(status))

/** "2 New · 1 Resolved": how many alerts there are on the account, by status name. */
export const alertCounts = ({ alertsInfo }: Pick<CustomerItem, 'alertsInfo'>): string =>
  sortAlertsInfo(alertsInfo)
    .map(({ status, count }) => `${formatCount(count)} ${alertStatusLabel(status)}`)
    .join(' · ')

/** Business or Personal. */
export const typeText = (profile: CustomerItem['customerProfile']) =>
  customerType(profile) === 'business' ? 'Business' : 'Personal'

/** The country of registration or residence. */
export const countryOf = ({ countryOfRegistration, countryOfResidence }: CustomerItem['customerProfile']) =>
  countryOfRegistration ?? countryOfResidence

/** The columns of the list of customers. Widths are in pixels; name and alerts take what is left. */
export const customerColumns = (names: Names): readonly ListColumn<CustomerItem>[] => [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (row) => (hasActive(row) ? 'active alerts' : ''),
    render: (row) =>
      hasActive(row) && (
        <span className="text-warn">
          <ToneMark tone="warn" />
        </span>
      ),
  },
  { id: 'id', header: 'ID', width: 92, text: ({ customerProfile }) => customerProfile.customerId },
  { id: 'name', header: 'Name', width: 140, grow: 3, text: ({ customerProfile }) => customerName(customerProfile) },
  { id: 'type', header: 'Type', width: 76, hideBelow: 820, text: ({ customerProfile }) => typeText(customerProfile) },
  {
    id: 'username',
    header: 'Username',
    width: 110,
    grow: 1,
    hideBelow: 1024,
    text: ({ customerProfile }) => orDots(customerProfile.username),
  },
  {
    id: 'trading',
    header: 'Trading name',
    width: 110,
    grow: 1,
    hideBelow: 1200,
    text: ({ customerProfile }) => orDots(customerProfile.tradingName),
  },
  {
    id: 'registration',
    header: 'Registration',
    width: 110,
    hideBelow: 900,
    text: ({ customerProfile }) => orDots(customerProfile.registrationNumber),
  },
  {
    id: 'country',
    header: 'Country',
    width: 104,
    hideBelow: 820,
    text: ({ customerProfile }) => countryName(countryOf(customerProfile) ?? '', names.countries),
  },
  { id: 'status', header: 'Status', width: 92, text: ({ customerAccount }) => customerAccount.accountStatus },
  {
    id: 'kyc',
    header: 'KYC',
    width: 104,
    hideBelow: 600,
    text: ({ customerAccount }) => customerAccount.accountKycStatus,
  },
  {
    id: 'alerts',
    header: 'Alerts',
    width: 150,
    grow: 2,
    text: (row) => alertCounts(row) || '–',
    spoken: (row) => alertCounts(row) || 'no alert',
  },
]
