// The profile of a customer: its fields, contacts, identity documents and products.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CustomerInfo } from '#contract/model/customer.ts'
import { countForms, FORM_STATUS_LABELS, FORM_TYPE_LABELS, FORM_TYPES } from '#contract/model/forms/document-form.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { Details } from '#src/features/cases/public.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { formHref } from '#src/features/forms/public.ts'
import { longAge } from '#src/format/age.ts'
import { countryLabel } from '#src/format/country.ts'
import { formatDay, toMillis } from '#src/format/date.ts'
import { fieldLabel, fieldOrder } from '#src/format/field-table.ts'
import { formatField } from '#src/format/field.ts'
import { humanise } from '#src/format/label.ts'
import { approvalModeLabel, diligenceLabel } from '#src/format/record-labels.ts'
import { orDots } from '#src/format/name.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { SectionBlock } from './section.tsx'

/** Shown as three dots where they are empty (docs/design/specification.md#entities). */
const DOTTED = ['registrationNumber', 'tradingName', 'username'] as const
/** Formatted separately. */
const OWN = new Set<string>([...DOTTED, 'transactionApprovalMode', 'transactionApprovalEnabled'])

/** Come first: a person has two names, a business has one. */
const LEADING = new Set(['customerId', 'name', 'firstName', 'lastName'])

/** Dates shown with their age: birth, foundation, account opening. */
const AGED: Record<string, true> = { dateOfBirth: true, dateOfBusinessRegistration: true, registrationDate: true }

/** The known fields of the customer, one per line; exported for its test. */
export function profileRows(info: CustomerInfo, names: Names, now: number): [label: string, value: string][] {
  const { profile } = info
  const known = Object.entries(profile)
    .filter(([field]) => !OWN.has(field))
    .toSorted(([a], [b]) => fieldOrder(a) - fieldOrder(b))
  const rowsOf = (isMeant: (field: string) => boolean) =>
    known.flatMap(([field, value]): [string, string][] => {
      const shown = isMeant(field) ? formatField(field, value, names) : null
      if (shown === null) return []
      const since = AGED[field] && typeof value === 'string' ? ` (${longAge(now - toMillis(value))})` : ''
      return [[fieldLabel(field), shown + since]]
    })
  const dotted = DOTTED.map((field): [string, string] => [fieldLabel(field), orDots(profile[field])])
  return [
    ...rowsOf((field) => LEADING.has(field)),
    ...dotted,
    ...rowsOf((field) => !LEADING.has(field)),
    [
      'Transaction approval',
      formatField('transactionApprovalEnabled', profile.transactionApprovalEnabled, names) ?? '',
    ],
    ['Approval mode', approvalModeLabel(profile.transactionApprovalMode)],
  ]
}

type Proof = CustomerInfo['identityDocuments'][number]

function Proofs({ label, proofs }: { label: string; proofs: readonly Proof[] }) {
  const names = useNames()
  return (
    <SectionBlock title={label}>
      {proofs.length === 0 ? (
        <p className="text-list text-muted">None</p>
      ) : (
        <Table
          label={label}
          columns={['Type', 'Number', 'Country', 'Expires', 'Status']}
          rows={proofs.map((proof) => ({
            key: proof.id,
            cells: [
              humanise(proof.type),
              proof.number ?? '–',
              countryLabel(proof.country, names.countries) ?? '–',
              proof.expiryDate ? formatDay(proof.expiryDate) : '–',
              humanise(proof.status),
            ],
          }))}
        />
      )}
    </SectionBlock>
  )
}

type Reach = { isPrimary: boolean; isConfirmed: boolean }

function Reaches({ title, items }: { title: string; items: readonly (Reach & { text: string })[] }) {
  return (
    <SectionBlock title={title}>
      {items.length === 0 && <p className="text-list text-muted">None</p>}
      <ul className="grid gap-1 text-list">
        {items.map(({ text, isPrimary, isConfirmed }) => (
          <li key={text} className="flex flex-wrap items-baseline gap-2">
            <span className="break-all">{text}</span>
            {isPrimary && <Tag>primary</Tag>}
            {isConfirmed ? <Tag tone="done">confirmed</Tag> : <Tag tone="warn">not confirmed</Tag>}
          </li>
        ))}
      </ul>
    </SectionBlock>
  )
}

export function Profile({ who, info }: { who: Who; info: CustomerInfo }) {
  const names = useNames()
  const now = useNow()
  const { address, riskScore } = info
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,380px),1fr))] content-start gap-x-8 gap-y-6 p-4">
      <SectionBlock title="Profile">
        <Details rows={profileRows(info, names, now)} />
      </SectionBlock>
      <div className="grid content-start gap-6">
        <SectionBlock title="Risk">
          <Details
            rows={[
              ['Diligence', diligenceLabel(riskScore?.diligence)],
              ['Score', riskScore ? `${riskScore.score}, ${riskScore.level}` : 'No risk score yet'],
            ]}
          />
        </SectionBlock>
        <SectionBlock title="Address">
          {address ? (
            <address className="text-list not-italic">
              {address.line}
              <br />
              {[address.zip, address.city, address.state].filter(Boolean).join(' ')}
              <br />
              {countryLabel(address.country, names.countries)}
            </address>
          ) : (
            <p className="text-list text-muted">Not known</p>
          )}
        </SectionBlock>
        <Reaches title="E-mail" items={info.emails.map(({ email, ...reach }) => ({ text: email, ...reach }))} />
        <Reaches title="Phone" items={info.phones.map(({ phone, ...reach }) => ({ text: phone, ...reach }))} />
        <SectionBlock title="Products">
          {info.products.length === 0 && <p className="text-list text-muted">None</p>}
          <ul className="grid gap-1 text-list">
            {info.products.map((product) => (
              <li key={product.id}>
                {product.name} <span className="text-muted">{product.currency}</span>{' '}
                <Tag tone={product.status === 'active' ? 'done' : 'plain'}>{humanise(product.status)}</Tag>
              </li>
            ))}
          </ul>
        </SectionBlock>
        <Forms who={who} />
      </div>
      <Proofs label="Identity documents" proofs={info.identityDocuments} />
      <Proofs label="Address documents" proofs={info.addressDocuments} />
    </div>
  )
}

/** The number of forms of each type, submitted and not. */
function Forms({ who }: { who: Who }) {
  const { api } = useData()
  const { data } = useQuery(customerQueries.forms(api, who))
  if (!data) return null
  const counts = countForms(data)
  return (
    <SectionBlock title="SAR and EDD forms">
      <Details
        rows={FORM_TYPES.map((type) => {
          const { submitted, notSubmitted } = counts.get(type) ?? { submitted: 0, notSubmitted: 0 }
          return [FORM_TYPE_LABELS[type], `${submitted} submitted, ${notSubmitted} not`]
        })}
      />
      <ul className="grid gap-1 text-list">
        {data.map(({ uuid, formType, status, updateAt }) => (
          <li key={uuid}>
            <Link to={formHref(who.platform, uuid)} className="text-accent underline">
              {FORM_TYPE_LABELS[formType]}
            </Link>{' '}
            <span className="text-muted">
              {FORM_STATUS_LABELS[status]}, {updateAt.date.slice(0, 10)}
            </span>
          </li>
        ))}
      </ul>
      <div>
        <CommandButton command="form.create" />
      </div>
    </SectionBlock>
  )
}
