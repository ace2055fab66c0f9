import { useQuery } from '@tanstack/react-query'
import { customerName, sortAlertsInfo, type CustomerItem } from '#contract/model/customer.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useIsOnline, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { Details } from '#src/features/cases/public.ts'
import { NoteItems } from '#src/features/customers/sections/notes.tsx'
import { Aged, SectionBlock } from '#src/features/customers/sections/section.tsx'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { agoText } from '#src/format/age.ts'
import { formatMoney } from '#src/format/amount.ts'
import { formatCount } from '#src/format/count.ts'
import { countryLabel } from '#src/format/country.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { diligenceLabel } from '#src/format/record-labels.ts'
import { orDots } from '#src/format/name.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Unread } from '#src/ui/list/unread.tsx'
import { countryOf, typeText } from './columns.tsx'
import { customerQueries } from './queries.ts'
import { RiskTag } from './risk-tag.tsx'

interface PreviewProps {
  list: ListState
  source: RowSource<CustomerItem>
}

/** The customer under the cursor, once the cursor has rested: from the row at once, the rest when it is there. */
export function CustomerPreview({ list, source }: PreviewProps) {
  const id = useDebouncedCursor(list)
  const row = useRow(source, id)
  const isOnline = useIsOnline()
  const now = useNow()
  return (
    <PreviewPane className="gap-3">
      {!isOnline && source.asOf !== null && (
        <p className="text-label text-muted">The list, read {agoText(now - source.asOf)}</p>
      )}
      {row ? <OnePreview key={id} row={row} /> : <p className="text-muted">Nothing selected</p>}
    </PreviewPane>
  )
}

function OnePreview({ row }: { row: CustomerItem }) {
  const { platform, customerProfile: profile, customerAccount: account, alertsInfo } = row
  const { api } = useData()
  const names = useNames()
  const who = { platform, customerId: profile.customerId }
  const info = useQuery(customerQueries.infoBeside(api, who))
  const notes = useQuery(customerQueries.notes(api, who))
  const risk = info.data?.riskScore
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-title font-semibold">{customerName(profile) || profile.customerId}</h2>
        <span className="flex flex-wrap gap-3 text-list">
          <Tag>{typeText(profile)}</Tag>
          <Tag tone={account.accountStatus === 'Active' ? 'done' : 'warn'}>{account.accountStatus}</Tag>
          <Tag tone={account.accountKycStatus === 'Confirmed' ? 'done' : 'warn'}>KYC {account.accountKycStatus}</Tag>
          {risk && <RiskTag risk={risk} />}
        </span>
        <Aged query={info} />
      </header>
      <Details
        rows={[
          ['Customer ID', profile.customerId],
          ['Username', orDots(profile.username)],
          ['Registration number', orDots(profile.registrationNumber)],
          ['Trading name', orDots(profile.tradingName)],
          ['Country', countryLabel(countryOf(profile), names.countries) ?? ''],
          ['Balance', account.balance ? formatMoney(account.balance, account.currency ?? null) : ''],
          ...(info.data ? ([['Diligence', diligenceLabel(risk?.diligence)]] as const) : []),
        ]}
      />
      <SectionBlock title="Alerts on the account">
        {alertsInfo.length === 0 && <p className="text-list text-muted">None</p>}
        <ul className="grid gap-1 text-list">
          {sortAlertsInfo(alertsInfo).map(({ status, count }) => (
            <li key={status} className="flex justify-between gap-3">
              {alertStatusLabel(status)} <span className="tabular-nums">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </SectionBlock>
      <SectionBlock title="Notes">
        {notes.data ? (
          <NoteItems notes={notes.data.items.slice(0, 3)} />
        ) : notes.isError ? (
          <Unread />
        ) : (
          <Skeleton lines={2} />
        )}
      </SectionBlock>
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="customers.open" variant="primary" />
        <CommandButton command="customers.cases" />
      </footer>
    </div>
  )
}
