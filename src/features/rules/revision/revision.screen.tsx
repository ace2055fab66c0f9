// The revisions of a rule, newest first, and what the one under the cursor changed: side by side with the one before,
// or with the rule as it is.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { fromStamp } from '#contract/model/common.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { Rule, RuleRevision } from '#contract/model/rules/rule.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { LoadError } from '#src/features/lists/public.ts'
import { contentOf } from '#src/features/rules/editor/draft.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { RuleDescription } from '#src/features/rules/rule-description.tsx'
import { useRules } from '#src/features/rules/rules.ts'
import { useLookups } from '#src/features/rules/use-lookups.ts'
import { evidenceText, numberOf } from '#src/features/rules/rule-text.ts'
import { shortAge } from '#src/format/age.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Differences } from './differences.tsx'

const keyOf = ({ revisionId }: RuleRevision) => revisionId
const noun = ['revision', 'revisions'] as const
const NONE: readonly RuleRevision[] = []

/** Its number among the rule's own revisions. */
const labelOf = ({ number, revisionId }: RuleRevision) => (number === undefined ? revisionId : String(number))

const columnsAt = (now: number): readonly ListColumn<RuleRevision>[] => [
  { id: 'id', header: 'No.', width: 44, align: 'end', text: labelOf },
  { id: 'author', header: 'By', width: 100, grow: 1, text: ({ author }) => author },
  { id: 'approver', header: 'Approved by', width: 100, grow: 1, text: ({ approved }) => approved?.by.name ?? '' },
  { id: 'age', header: 'Age', width: 56, align: 'end', text: ({ at }) => shortAge(now - fromStamp(at)) },
]

export function RevisionScreen() {
  const { platform = '', revisionId = '' } = useParams({ strict: false }) as { platform?: string; revisionId?: string }
  const { api } = useData()
  const { store, revisions: list } = useRules()
  const { runner } = useCommandLayer()
  const named = useQuery(ruleQueries.revision(api, platform, revisionId))
  const ruleId = named.data?.id ?? ''
  const all = useQuery({ ...ruleQueries.revisions(api, platform, ruleId), enabled: ruleId !== '' })
  // a deleted rule is read-only
  const rule = useQuery({ ...ruleQueries.view(api, platform, ruleId), enabled: ruleId !== '' }).data
  useReasonsOf([rule?.revisionId, rule?.isDeleted, rule?.proposal?.id].join())
  const rows = all.data?.items ?? NONE
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const shown = useStore(list.cursor, ({ id }) => id) ?? revisionId

  // the cursor begins on the revision in the address
  const begun = useRef('')
  useEffect(() => {
    if (rows.length === 0 || begun.current === revisionId) return
    begun.current = revisionId
    list.moveToId(revisionId)
  }, [list, rows, revisionId])
  useEffect(() => () => store.setState({ isAgainstNow: false }), [store])

  if (named.isError && !named.data) {
    return (
      <Empty title={`Revision ${revisionId} could not be read`}>
        <p>{named.error.message}</p>
        <CommandButton command="rule.refresh">Try again</CommandButton>
        <CommandButton command="rule.leaveRevisions" />
      </Empty>
    )
  }
  if (all.isError && !all.data) return <LoadError noun="revisions" error={all.error} again="rule.refresh" />
  if (!named.data || !all.data) {
    return (
      <div className="p-6">
        <Skeleton lines={8} label="Loading revisions" />
      </div>
    )
  }
  const at = rows.findIndex((row) => row.revisionId === shown)
  return (
    <section aria-label="Revisions" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">Revisions of {named.data.name}</h2>
        <span className="grow" />
        <CommandButton command="rule.compareWith" />
        <CommandButton command="rule.writeOnRevision" />
        <CommandButton command="rule.leaveRevisions" variant="quiet" />
      </header>
      <div className="beside beside-list [--columns:360px_minmax(0,1fr)]">
        <div className="min-h-0 border-e border-line">
          <ArrayList
            label="Revisions"
            noun={noun}
            rows={rows}
            keyOf={keyOf}
            columns={columns}
            state={list}
            onOpen={() => runner.execute('rule.writeOnRevision', { source: 'pointer' })}
            context="revisions list"
          />
        </div>
        <Compared
          platform={platform}
          shown={shown}
          revision={rows[at]}
          before={rows[at + 1]?.revisionId ?? null}
          newest={rows[0]?.revisionId ?? shown}
        />
      </div>
    </section>
  )
}

interface ComparedProps {
  platform: string
  shown: string
  /** As in the list. */
  revision: RuleRevision | undefined
  /** The one before it; null for the first. */
  before: string | null
  newest: string
}

function Compared({ platform, shown, revision, before, newest }: ComparedProps) {
  const { api } = useData()
  const isAgainstNow = useStore(useRules().store, (state) => state.isAgainstNow)
  const other = isAgainstNow ? newest : before
  const first = useQuery(ruleQueries.revision(api, platform, shown))
  const second = useQuery({ ...ruleQueries.revision(api, platform, other ?? ''), enabled: other !== null })
  const [one, two] = [first.data, second.data]
  const look = useLookups(platform, one?.type)
  if (!one || (other !== null && !two)) {
    const error = first.error ?? second.error
    if (error) return <LoadError noun="revisions" error={error} again="rule.refresh" />
    return (
      <div className="p-4">
        <Skeleton lines={6} label="Loading the revision" />
      </div>
    )
  }
  const [earlier, later] = isAgainstNow ? [one, two] : [two, one]
  const name = (rule: Rule | undefined) => (rule ? `Revision ${numberOf(rule)}` : '')
  const differences = earlier && later ? differencesOf(contentOf(earlier), contentOf(later)) : []
  return (
    <div
      role="region"
      aria-label="What it changed"
      // it scrolls, and the arrow keys have to reach it
      tabIndex={0}
      className="grid min-h-0 content-start gap-5 overflow-y-auto p-4"
    >
      <header className="grid gap-1">
        <p>
          <strong className="font-semibold">Revision {numberOf(one)}</strong> by {one.author},{' '}
          {formatDateTime(one.lastUpdate)} <span className="text-muted">(id {one.revisionId})</span>
        </p>
        {revision && <Grounds revision={revision} />}
      </header>
      {differences.length > 0 ? (
        <Differences
          label="Differences"
          differences={differences}
          sides={[name(earlier), isAgainstNow ? `${name(later)} (current)` : name(later)]}
          look={look}
        />
      ) : (
        <p className="text-muted">
          {other === null ? 'The first revision: there is none before it.' : 'No differences from the current rule.'}
        </p>
      )}
      <section className="grid max-w-[720px] gap-2">
        <h3 className="text-label font-semibold text-muted">The whole rule in this revision</h3>
        <p className="font-medium">{one.name}</p>
        <p>{one.description}</p>
        <RuleDescription content={contentOf(one)} look={look} />
      </section>
    </div>
  )
}

/** Its reason, evidence, author and approver. */
function Grounds({ revision: { author, reason, evidence, approved } }: { revision: RuleRevision }) {
  return (
    <>
      {reason && <p>Reason: {reason}</p>}
      {evidence && <p className={evidence.strLost > 0 ? 'text-stop' : ''}>{evidenceText(evidence)}</p>}
      {approved && (
        <p>
          Proposed by {author}. Approved by {approved.by.name}, {formatDateTime(approved.at)}
          {approved.note ? `: “${approved.note}”` : ''}.
        </p>
      )}
    </>
  )
}
