// The facts that a decision on an alert rests on, composed for its kind: each once, with the record it was read from.
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, type ReactNode } from 'react'
import { FACTS, findFact, type Fact, type FactAccount } from '#contract/model/facts/facts.ts'
import { accountOf, factsOf } from '#contract/model/facts/seen-facts.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { GROUPS, groupsOf, type Group } from './fact-groups.ts'
import { FactRow, Items, type Where } from './fact-row.tsx'
import { sourceHref } from './links.ts'
import { MonthChart } from './month-chart.tsx'
import { useFacts, type FactSubject } from './queries.ts'
import { showing } from './facts-on-screen.ts'

export interface EvidenceProps {
  subject: FactSubject
  customerId: string
  /** None for a decision on the whole case. */
  alertId: string | null
  ruleType: string | undefined
}

export function Evidence({ subject, customerId, alertId, ruleType }: EvidenceProps) {
  const { platform } = subject
  const { sheet, isPending } = useFacts(subject)
  // before the next key: a decision carries what was on screen
  useLayoutEffect(() => (sheet ? showing(platform, sheet) : undefined), [platform, sheet])
  if (!sheet) {
    if (isPending) return <Skeleton lines={6} label="Loading the facts" />
    return (
      <p className="text-list text-muted">The facts are not saved on this device, and the server does not give them.</p>
    )
  }
  const facts = factsOf(sheet, alertId)
  const account = accountOf(sheet, alertId)
  const where = { platform, customerId: account.id }
  return (
    <section aria-label={`Evidence on ${account.name}`} className="grid gap-3 text-list">
      <AccountHead account={account} ofCase={{ ...sheet.account, id: customerId }} platform={platform} />
      <div className="columns-[260px] gap-8">
        {groupsOf(ruleType).map((group) => (
          <GroupPart key={group} group={group} facts={facts} where={where} />
        ))}
      </div>
    </section>
  )
}

interface AccountHeadProps {
  account: FactAccount
  ofCase: FactAccount
  platform: string
}

/** Whom the facts are about; and the customer of the case, where that is somebody else. */
function AccountHead({ account, ofCase, platform }: AccountHeadProps) {
  const link = ({ id, name }: FactAccount) => (
    <Link to={sourceHref(platform, { kind: 'customer', id }, id) ?? ''} className="text-accent underline">
      {name} ({id})
    </Link>
  )
  return (
    <h3 className="flex flex-wrap gap-x-3 text-label font-medium text-muted">
      <span>Evidence on the account of {link(account)}</span>
      {account.id !== ofCase.id && (
        <>
          <Tag tone="warn">Not the customer of the case</Tag>
          <span>Case of {link(ofCase)}</span>
        </>
      )}
    </h3>
  )
}

function GroupPart({ group, facts, where }: { group: Group; facts: readonly Fact[]; where: Where }) {
  const { title, facts: ids } = GROUPS[group]
  const shown = ids.flatMap((id) => findFact(facts, id) ?? [])
  if (shown.length === 0) return null
  return (
    <Titled title={title}>
      {group === 'payments' ? (
        <Payments fact={shown[0]} where={where} />
      ) : (
        <>
          {group === 'activity' && <Chart facts={facts} />}
          <dl className="grid grid-cols-[minmax(0,9fr)_minmax(0,11fr)] gap-x-4 gap-y-1">
            {shown.map((fact) => (
              <FactRow key={fact.id} fact={fact} facts={facts} where={where} />
            ))}
          </dl>
        </>
      )}
    </Titled>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-5 grid break-inside-avoid content-start gap-1.5">
      <h3 className="text-label font-medium text-muted">{title}</h3>
      {children}
    </section>
  )
}

function Chart({ facts }: { facts: readonly Fact[] }) {
  const monthsIn = (id: 'activity.incomingActual' | 'activity.outgoingActual') => {
    const fact = findFact(facts, id)
    return fact?.state === 'known' ? fact.items : undefined
  }
  const [incoming, outgoing] = [monthsIn('activity.incomingActual'), monthsIn('activity.outgoingActual')]
  const declaredIn = (id: 'activity.incomingDeclared' | 'activity.outgoingDeclared') => {
    const fact = findFact(facts, id)
    return fact?.state === 'known' ? Number(fact.value) : null
  }
  if (!incoming || !outgoing) return null
  const months = incoming.map((month, index) => ({ ...month, ...outgoing[index] }))
  const declared = { in: declaredIn('activity.incomingDeclared'), out: declaredIn('activity.outgoingDeclared') }
  return <MonthChart months={months} declared={declared} />
}

/** The payments that the rule counted, one by one. */
function Payments({ fact, where }: { fact: Fact | undefined; where: Where }) {
  if (!fact) return null
  if (fact.state === 'unknown') {
    return (
      <p className="text-muted">
        {FACTS[fact.id].label}: unknown, {fact.reason}
      </p>
    )
  }
  return <Items items={fact.items ?? []} where={where} />
}
