// One customer: who it is, what it did, what is thought of it. Nine sections at most, each on its digit.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { customerName, customerType, type CustomerInfo } from '#contract/model/customer.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { customerHref, Details } from '#src/features/cases/public.ts'
import { Activity } from '#src/features/customers/sections/activity.tsx'
import { Profile } from '#src/features/customers/sections/profile.tsx'
import { Aged } from '#src/features/customers/sections/section.tsx'
import { RedTags, sanctionText } from '#src/features/facts/public.ts'
import { formatMoney } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { formatDay } from '#src/format/date.ts'
import { diligenceLabel } from '#src/format/record-labels.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useCustomers } from './customers.ts'
import { customerQueries, type Who } from './queries.ts'
import { RiskTag } from './risk-tag.tsx'
import './customers.css'
import { SECTION_LABELS, sectionOf, SECTIONS, type Section } from '#src/features/customers/sections/sections.ts'
import { Transactions } from '#src/features/customers/sections/transactions.tsx'

// one section is visible at a time
const Alerts = lazy(() => import('#src/features/customers/sections/alerts.tsx').then((m) => ({ default: m.Alerts })))
const Notes = lazy(() => import('#src/features/customers/sections/notes.tsx').then((m) => ({ default: m.Notes })))
const Log = lazy(() => import('#src/features/customers/sections/log.tsx').then((m) => ({ default: m.Log })))
const Risk = lazy(() => import('#src/features/customers/sections/risk.tsx').then((m) => ({ default: m.Risk })))
const Company = lazy(() => import('#src/features/customers/sections/company.tsx').then((m) => ({ default: m.Company })))
const Documents = lazy(() =>
  import('#src/features/customers/sections/documents.tsx').then((m) => ({ default: m.Documents })),
)
const Helpdesk = lazy(() =>
  import('#src/features/customers/sections/helpdesk.tsx').then((m) => ({ default: m.Helpdesk })),
)

export function CustomerScreen() {
  const { platform = '', customerId = '' } = useParams({ strict: false })
  const who = useMemo<Who>(() => ({ platform, customerId }), [platform, customerId])
  const section = sectionOf((useSearch({ strict: false }) as Record<string, unknown>)['section'])
  const { api } = useData()
  const query = useQuery(customerQueries.info(api, who))
  const show = useOpened(who, section, query.data ? customerName(query.data.profile) : '')

  // data of another customer, or from before a failure, are removed (docs/design/specification.md#errors)
  if (!query.data) {
    if (!query.isError) {
      return (
        <div className="p-6">
          <Skeleton lines={8} label={`Loading customer ${customerId}`} />
        </div>
      )
    }
    return (
      <Empty title={`Customer ${customerId} could not be read`}>
        <p>{query.error.message}</p>
        <div className="mt-2 flex justify-center gap-2">
          <CommandButton command="customer.refresh">Try again</CommandButton>
          <CommandButton command="customer.leave">Back</CommandButton>
        </div>
      </Empty>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head who={who} info={query.data} />
      <div className="beside [--columns:minmax(0,1fr)_minmax(280px,30%)]">
        <Tabs
          label="Customer"
          value={section}
          onChange={show}
          tabs={SECTIONS.map((value, index) => ({
            value,
            label: SECTION_LABELS[value],
            keys: [String(index + 1)],
          }))}
        >
          <Suspense fallback={<Skeleton lines={6} label={`Loading ${SECTION_LABELS[section].toLowerCase()}`} />}>
            <SectionBody key={customerId} section={section} who={who} info={query.data} />
          </Suspense>
        </Tabs>
        <aside
          aria-label="About the customer"
          // it scrolls, and the arrow keys have to reach it
          tabIndex={0}
          data-scrolls=""
          className="grid content-start gap-6 overflow-y-auto border-s border-line bg-raised p-4"
        >
          <Aged query={query} />
          <Summary info={query.data} />
          <Activity who={who} />
        </aside>
      </div>
    </div>
  )
}

/** Sets the commands' open customer; returns the function that shows another section. */
function useOpened(who: Who, section: Section, name: string): (section: Section) => void {
  const { store } = useCustomers()
  const navigate = useNavigate()
  const { history } = useRouter()
  const show = useMemo(
    () => (next: Section) =>
      void navigate({ to: `${customerHref(who.platform, who.customerId)}?section=${next}`, replace: true }),
    [navigate, who],
  )
  useEffect(() => {
    const leave = () =>
      history.canGoBack()
        ? history.back()
        : void navigate({ to: `/admin/${encodeURIComponent(who.platform)}/customers/` })
    const goTo = (customerId: string) =>
      void navigate({ to: `${customerHref(who.platform, customerId)}?section=${section}`, replace: true })
    store.setState({ opened: { ...who, customerName: name || who.customerId, section, show, goTo, leave } })
    return () => store.setState({ opened: null })
  }, [store, history, navigate, who, name, section, show])
  return show
}

function SectionBody({ section, who, info }: { section: Section; who: Who; info: CustomerInfo }) {
  switch (section) {
    case 'profile':
      return <Profile who={who} info={info} />
    case 'alerts':
      return <Alerts who={who} />
    case 'transactions':
      return <Transactions who={who} />
    case 'risk':
      return <Risk who={who} />
    case 'documents':
      return <Documents who={who} />
    case 'notes':
      return <Notes who={who} />
    case 'company':
      return <Company who={who} />
    case 'log':
      return <Log who={who} />
    case 'helpdesk':
      return <Helpdesk who={who} name={customerName(info.profile)} />
  }
}

/** Red in every section: open or confirmed sanctions matches. */
function SanctionTags({ who }: { who: Who }) {
  const { api } = useData()
  const { data } = useQuery(customerQueries.sanctions(api, who))
  const matches = (isMeant: (outcome: string) => boolean) => {
    const meant = data?.items.filter(({ outcome }) => isMeant(outcome)) ?? []
    const own = meant.filter(({ details }) => details['party'] !== 'counterparty').length
    return { own, counterparty: meant.length - own }
  }
  const open = matches((outcome) => outcome === 'potential_match')
  const confirmed = matches((outcome) => outcome.startsWith('true_positive'))
  return <RedTags words={sanctionText(open, confirmed)} />
}

function Head({ who, info: { profile, riskScore } }: { who: Who; info: CustomerInfo }) {
  return (
    <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
      <h2 className="text-title font-semibold">{customerName(profile) || profile.customerId}</h2>
      <span className="flex flex-wrap gap-2">
        <Tag>{customerType(profile) === 'business' ? 'Business' : 'Personal'}</Tag>
        {profile.accountStatus && (
          <Tag tone={profile.accountStatus === 'Active' ? 'done' : 'warn'}>{profile.accountStatus}</Tag>
        )}
        {profile.accountKycStatus && (
          <Tag tone={profile.accountKycStatus === 'Confirmed' ? 'done' : 'warn'}>KYC {profile.accountKycStatus}</Tag>
        )}
        {riskScore && <RiskTag risk={riskScore} />}
        <SanctionTags who={who} />
      </span>
      <span className="text-muted">{profile.customerId}</span>
      <span className="grow" />
      <span className="flex flex-wrap gap-2">
        <CommandButton command="customer.search" />
        <CommandButton command="customer.exportKyc" variant="quiet" />
        <CommandButton command="customer.previous" variant="quiet" />
        <CommandButton command="customer.next" variant="quiet" />
        <CommandButton command="customer.leave" variant="quiet" />
      </span>
    </header>
  )
}

/** The platform's own field for the account currency. */
const currencyOf = (profile: CustomerInfo['profile']) =>
  typeof profile['currency'] === 'string' ? profile['currency'] : null

/** Data shown in every section. */
function Summary({ info: { profile, address, riskScore } }: { info: CustomerInfo }) {
  const names = useNames()
  const country = profile.countryOfRegistration ?? profile.countryOfResidence ?? address?.country
  return (
    <Details
      rows={[
        ['Diligence', diligenceLabel(riskScore?.diligence)],
        ['Country', countryLabel(country, names.countries) ?? ''],
        ['Balance', profile.balance ? formatMoney(profile.balance, currencyOf(profile)) : ''],
        ['Registered', profile.registrationDate ? formatDay(profile.registrationDate) : ''],
      ]}
    />
  )
}
