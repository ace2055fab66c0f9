// Quality reviews: error rates with their uncertainty, findings to answer, and the policy.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { OUTCOME_LABELS, type Accuracy, type QualityReview } from '#contract/model/quality/quality.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { caseHref, Details } from '#src/features/cases/public.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { REVIEW_COLUMNS, PEOPLE_COLUMNS, POLICY_COLUMNS } from './columns.tsx'
import { policyKeyOf, QUALITY_TABS, qualityLists, qualityStore, type PolicyRow, type QualityTab } from './quality.ts'
import { qualityQueries } from './queries.ts'
import { FINDING_LABELS, percent } from './labels.ts'

const PEOPLE = ['person', 'people'] as const
const REVIEWS = ['quality review', 'quality reviews'] as const
const RATES = ['rate', 'rates'] as const
const SPLIT = { storageKey: 'docket.quality', initial: 480 }

export function QualityScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { profile } = useSession()
  const isManager = mayAssignOthers(profile.roles)
  const chosen = useStore(qualityStore, ({ tab }) => tab)
  // the policy is the managers' own
  const tabs = QUALITY_TABS.filter(({ value }) => isManager || value !== 'policy')
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'people'
  return (
    <PageFrame
      name="Quality"
      summary={<Summary platform={platform} />}
      actions={
        <>
          <CommandButton command="quality.read" variant="primary" />
          {isManager && <CommandButton command="quality.rate" />}
          {isManager && <CommandButton command="quality.draw" />}
          <CommandButton command="quality.export" />
          {isManager && <TeamPages />}
        </>
      }
    >
      <Tabs
        label="Quality"
        value={tab}
        onChange={(value: QualityTab) => qualityStore.setState({ tab: value })}
        tabs={tabs.map((one, index) => ({ ...one, keys: [String(index + 1)] }))}
      >
        {tab === 'people' && <People platform={platform} />}
        {tab === 'policy' && <Policy platform={platform} />}
        {(tab === 'findings' || tab === 'read') && <Reviews key={tab} platform={platform} show={tab} />}
      </Tabs>
    </PageFrame>
  )
}

function Summary({ platform }: { platform: string }) {
  const { api } = useData()
  const { data } = useQuery(qualityQueries.people(api, platform))
  if (!data) return null
  const { read, share, waiting } = data.agreement
  const agreed =
    read === 0
      ? 'No quality reviews yet'
      : `Agreement ${percent(share.value)} (${percent(share.low)} to ${percent(share.high)}) in ${countOf(read, 'quality review')}`
  return `${agreed}, ${countOf(waiting, 'item')} waiting`
}

const personKey = ({ person }: Accuracy) => person.id
const NOBODY: readonly Accuracy[] = []

function People({ platform }: { platform: string }) {
  const { api } = useData()
  const query = useQuery(qualityQueries.people(api, platform))
  const rows = query.data?.items ?? NOBODY
  return (
    <div className="flex h-full flex-col">
      {rows.length > 0 && (
        <p className="flex-none px-4 py-2 text-label text-muted">
          A person is marked if the whole interval is above the tolerated {query.data?.tolerance} %. A finding counts
          once it is upheld. Error rates are of the decisions that were looked at: where a policy picks risky ones more
          often, they are higher than of all decisions.
        </p>
      )}
      <div className="min-h-0 grow">
        <PageRows
          query={query}
          things="people"
          again="quality.refresh"
          label="People"
          noun={PEOPLE}
          rows={rows}
          keyOf={personKey}
          columns={PEOPLE_COLUMNS}
          state={qualityLists.people}
          open="quality.open"
          context="quality list"
          empty={
            <Empty title="No results yet">
              <p>
                Decisions are drawn for review by the policy. Each review counts for the person who decided and for the
                reviewer.
              </p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}

const reviewKey = ({ id }: QualityReview) => id
const NONE: readonly QualityReview[] = []

function Reviews({ platform, show }: { platform: string; show: 'findings' | 'read' }) {
  const { api } = useData()
  const query = useQuery(qualityQueries.reviews(api, platform, show))
  return (
    <PageRows
      query={query}
      things="quality reviews"
      again="quality.refresh"
      label={show === 'findings' ? 'Findings' : 'Quality reviews'}
      noun={REVIEWS}
      rows={query.data?.items ?? NONE}
      keyOf={reviewKey}
      columns={REVIEW_COLUMNS}
      state={qualityLists[show]}
      open="quality.open"
      context="quality list"
      split={SPLIT}
      preview={(review) => review && <Preview key={review.id} review={review} platform={platform} />}
      empty={<Empty title={show === 'findings' ? 'No finding waits' : 'No quality reviews yet'} />}
    />
  )
}

function Preview({ review, platform }: { review: QualityReview; platform: string }) {
  const { first, reader, concerned, reply, closing, finding } = review
  useReasonsOf([review.id, finding].join())
  return (
    <PreviewPane>
      <h2 className="text-title font-semibold">
        <Link to={caseHref(platform, review.caseId)}>{review.caseId}</Link>
      </h2>
      <p className="flex flex-wrap gap-3">
        {finding && <Tag tone="warn">{FINDING_LABELS[finding]}</Tag>}
        {review.isGolden && <Tag>Known answer</Tag>}
      </p>
      <h3 className="text-label font-medium text-muted">{review.isGolden ? 'Known answer' : 'First decision'}</h3>
      <Details
        rows={[
          ['Outcome', OUTCOME_LABELS[first.outcome]],
          ['By', first.by.name],
          ['At', formatDateTime(first.at)],
          ['Note', first.note ?? ''],
        ]}
      />
      <h3 className="text-label font-medium text-muted">Quality review</h3>
      <Details
        rows={[
          ['Outcome', OUTCOME_LABELS[review.outcome]],
          ['By', reader.name],
          ['At', formatDateTime(review.readAt)],
          ['Note', review.note],
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
            {review.whyNotReply === null && <CommandButton command="quality.reply" variant="primary" />}
            {review.whyNotClose === null && <CommandButton command="quality.close" variant="primary" />}
          </p>
        </>
      )}
      {review.isGolden === false && (
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
  const { data } = query
  const rows = useMemo(
    (): readonly PolicyRow[] => [
      ...(data?.items ?? []).map((entry) => ({ kind: 'rate' as const, entry })),
      ...(data?.golden ?? []).map((item) => ({ kind: 'golden' as const, item })),
    ],
    [data],
  )
  return (
    <div className="flex h-full flex-col">
      {rows.length > 0 && (
        <p className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-label text-muted">
          The newest rate of a kind is in force. The highest rate that matches a decision applies.
          <CommandButton command="quality.endGolden" />
        </p>
      )}
      <div className="min-h-0 grow">
        <PageRows
          query={query}
          things="policy"
          again="quality.refresh"
          label="Policy"
          noun={RATES}
          rows={rows}
          keyOf={policyKeyOf}
          columns={POLICY_COLUMNS}
          state={qualityLists.policy}
          open="quality.open"
          context="quality list"
          empty={
            <Empty title="No quality reviews are drawn">
              <p>Set a rate, in percent, of all decisions, of a rule, a person or a risk.</p>
              <CommandButton command="quality.rate" />
            </Empty>
          }
        />
      </div>
    </div>
  )
}
