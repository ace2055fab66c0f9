// Quality reviews: error rates with their uncertainty, findings to answer, and the policy.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OUTCOME_LABELS, type Accuracy, type SecondLook } from '#contract/model/oversight/quality.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { caseHref, Details } from '#src/features/cases/public.ts'
import { LoadError } from '#src/features/lists/public.ts'
import { useSession } from '#src/features/session/public.ts'
import { TeamPages } from '#src/features/team/team-pages.tsx'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { LOOK_COLUMNS, PEOPLE_COLUMNS, POLICY_COLUMNS } from './columns.tsx'
import { policyKeyOf, QUALITY_TABS, qualityLists, qualityStore, type PolicyRow, type QualityTab } from './quality.ts'
import { qualityQueries } from './queries.ts'
import { FINDING_LABELS, percent } from './labels.ts'

export function QualityScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { profile } = useSession()
  const isManager = mayAssignOthers(profile.roles)
  const chosen = useStore(qualityStore, ({ tab }) => tab)
  // the policy is the managers' own
  const tabs = QUALITY_TABS.filter(({ value }) => isManager || value !== 'policy')
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'people'
  return (
    <section aria-label="Quality" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">Quality</h2>
        <Summary platform={platform} />
        <CommandButton command="quality.read" variant="primary" />
        {isManager && <CommandButton command="quality.rate" />}
        {isManager && <CommandButton command="quality.draw" />}
        <CommandButton command="quality.export" />
        {isManager && <TeamPages />}
      </header>
      <Tabs
        label="Quality"
        value={tab}
        onChange={(value: QualityTab) => qualityStore.setState({ tab: value })}
        tabs={tabs.map((one, index) => ({ ...one, keys: [String(index + 1)] }))}
      >
        {tab === 'people' && <People platform={platform} />}
        {tab === 'policy' && <Policy platform={platform} />}
        {(tab === 'findings' || tab === 'read') && <Looks key={tab} platform={platform} show={tab} />}
      </Tabs>
    </section>
  )
}

function Summary({ platform }: { platform: string }) {
  const { api } = useData()
  const { data } = useQuery(qualityQueries.people(api, platform))
  if (!data) return <span className="grow" />
  const { read, share, waiting } = data.agreement
  const agreed =
    read === 0
      ? 'No second looks yet'
      : `Agreement ${percent(share.value)} (${percent(share.low)} to ${percent(share.high)}) in ${countOf(read, 'second look')}`
  return (
    <p className="min-w-0 grow truncate text-muted">
      {agreed}, {countOf(waiting, 'item')} waiting
    </p>
  )
}

interface ReadProps {
  query: { data: unknown; isError: boolean; isPending: boolean; error: Error | null }
  noun: string
  children: ReactNode
}

/** Replaces an empty list. */
function WhenRead({ query, noun, children }: ReadProps) {
  if (query.isError && query.data === undefined)
    return <LoadError noun={noun} error={query.error} again="quality.refresh" />
  if (query.isPending) {
    return (
      <div className="p-4">
        <Skeleton lines={6} label={`Loading the ${noun}`} />
      </div>
    )
  }
  return children
}

const personKey = ({ person }: Accuracy) => person.id
const NOBODY: readonly Accuracy[] = []

function People({ platform }: { platform: string }) {
  const { api } = useData()
  const query = useQuery(qualityQueries.people(api, platform))
  const { runner } = useCommandLayer()
  const rows = query.data?.items ?? NOBODY
  return (
    <WhenRead query={query} noun="people">
      {rows.length === 0 ? (
        <Empty title="No results yet">
          <p>Second looks are drawn by the policy; each that is read says something of two people.</p>
        </Empty>
      ) : (
        <div className="flex h-full flex-col">
          <p className="flex-none px-4 py-2 text-label text-muted">
            Marked is whose whole interval lies above the tolerated {query.data?.tolerance} %. A finding counts once it
            is upheld. Error rates are of the decisions that were looked at: where a policy picks risky ones more often,
            they are higher than of all decisions.
          </p>
          <div className="min-h-0 grow">
            <ArrayList
              label="People"
              noun={['person', 'people']}
              rows={rows}
              keyOf={personKey}
              columns={PEOPLE_COLUMNS}
              state={qualityLists.people}
              onOpen={() => runner.execute('quality.open', { source: 'pointer' })}
              context="quality list"
            />
          </div>
        </div>
      )}
    </WhenRead>
  )
}

const lookKey = ({ id }: SecondLook) => id
const NONE: readonly SecondLook[] = []

function Looks({ platform, show }: { platform: string; show: 'findings' | 'read' }) {
  const { api } = useData()
  const query = useQuery(qualityQueries.looks(api, platform, show))
  const { runner } = useCommandLayer()
  const state = qualityLists[show]
  const current = useStore(state.cursor, ({ id }) => id)
  const rows = query.data?.items ?? NONE
  const look = rows.find(({ id }) => id === current)
  return (
    <WhenRead query={query} noun="second looks">
      {rows.length === 0 ? (
        <Empty title={show === 'findings' ? 'No finding waits' : 'No second looks yet'} />
      ) : (
        <SplitPane
          label="Resize preview"
          storageKey="docket.quality"
          initial={480}
          main={
            <ArrayList
              label={show === 'findings' ? 'Findings' : 'Second looks'}
              noun={['second look', 'second looks']}
              rows={rows}
              keyOf={lookKey}
              columns={LOOK_COLUMNS}
              state={state}
              onOpen={() => runner.execute('quality.open', { source: 'pointer' })}
              context="quality list"
            />
          }
          side={look && <Preview key={look.id} look={look} platform={platform} />}
        />
      )}
    </WhenRead>
  )
}

function Preview({ look, platform }: { look: SecondLook; platform: string }) {
  const { first, reader, concerned, reply, closing, finding } = look
  useReasonsOf([look.id, finding].join())
  return (
    <PreviewPane>
      <h2 className="text-title font-semibold">
        <Link to={caseHref(platform, look.caseId)}>{look.caseId}</Link>
      </h2>
      <p className="flex flex-wrap gap-3">
        {finding && <Tag tone="warn">{FINDING_LABELS[finding]}</Tag>}
        {look.isGolden && <Tag>Known answer</Tag>}
      </p>
      <h3 className="text-label font-medium text-muted">{look.isGolden ? 'Known answer' : 'First decision'}</h3>
      <Details
        rows={[
          ['Outcome', OUTCOME_LABELS[first.outcome]],
          ['By', first.by.name],
          ['At', formatDateTime(first.at)],
          ['Note', first.note ?? ''],
        ]}
      />
      <h3 className="text-label font-medium text-muted">Second look</h3>
      <Details
        rows={[
          ['Outcome', OUTCOME_LABELS[look.outcome]],
          ['By', reader.name],
          ['At', formatDateTime(look.readAt)],
          ['Note', look.note],
        ]}
      />
      {finding && (
        <>
          <h3 className="text-label font-medium text-muted">Finding, concerns {concerned.name}</h3>
          <Details
            rows={[
              ['Answer', reply ? `${reply.agrees ? 'Agrees' : 'Disagrees'}: ${reply.text}` : 'None yet'],
              ['Closed by', closing?.by.name ?? ''],
              ['Because', closing?.note ?? ''],
            ]}
          />
          <p className="flex flex-wrap gap-2">
            {look.whyNotReply === null && <CommandButton command="quality.reply" variant="primary" />}
            {look.whyNotClose === null && <CommandButton command="quality.close" variant="primary" />}
          </p>
        </>
      )}
      {look.isGolden === false && (
        <p>
          <CommandButton command="quality.golden" />
        </p>
      )}
    </PreviewPane>
  )
}

function Policy({ platform }: { platform: string }) {
  const { api } = useData()
  const query = useQuery(qualityQueries.policy(api, platform))
  const { runner } = useCommandLayer()
  const { data } = query
  const rows = useMemo(
    (): readonly PolicyRow[] => [
      ...(data?.items ?? []).map((entry) => ({ kind: 'rate' as const, entry })),
      ...(data?.golden ?? []).map((item) => ({ kind: 'golden' as const, item })),
    ],
    [data],
  )
  return (
    <WhenRead query={query} noun="policy">
      {rows.length === 0 ? (
        <Empty title="No second looks are drawn">
          <p>Set a rate, in percent, of all decisions, of a rule, a person or a risk.</p>
          <CommandButton command="quality.rate" />
        </Empty>
      ) : (
        <div className="flex h-full flex-col">
          <p className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-label text-muted">
            The newest rate of a kind is in force; of the rates that fit a decision the highest counts.
            <CommandButton command="quality.endGolden" />
          </p>
          <div className="min-h-0 grow">
            <ArrayList
              label="Policy"
              noun={['rate', 'rates']}
              rows={rows}
              keyOf={policyKeyOf}
              columns={POLICY_COLUMNS}
              state={qualityLists.policy}
              onOpen={() => runner.execute('quality.open', { source: 'pointer' })}
              context="quality list"
            />
          </div>
        </div>
      )}
    </WhenRead>
  )
}
