// Every policy of the platform: what holds, who changed it and when, and where it is changed.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Policy } from '#contract/model/policy.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { policyQueries } from './queries.ts'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'

/** The cursor, which outlives the screen. */
const policiesList = createListState()
const policyKey = ({ id }: Policy): string => id

const NONE: readonly Policy[] = []
const noun = ['policy', 'policies'] as const

const whereOf = ({ where }: Policy) => (where === null ? 'Here' : where)

const columns: readonly ListColumn<Policy>[] = [
  { id: 'group', header: 'About', width: 130, hideBelow: 600, text: ({ group }) => group },
  { id: 'title', header: 'Policy', width: 200, grow: 3, text: ({ title }) => title },
  {
    id: 'value',
    header: 'Value',
    width: 140,
    grow: 2,
    text: ({ shown, pending }) => (pending ? `${shown}, change pending` : shown),
  },
  { id: 'where', header: 'Set in', width: 230, hideBelow: 820, text: whereOf },
]

export function PoliciesScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(policyQueries.list(api, platform))
  const rows = query.data?.items ?? NONE
  const here = rows.filter(({ where }) => where === null).length
  return (
    <SectionFrame
      section="policies"
      summary={query.data && `${countOf(rows.length, 'policy', 'policies')}; ${here} can be changed here`}
    >
      <SectionRows
        section="policies"
        query={query}
        rows={rows}
        noun={noun}
        keyOf={policyKey}
        columns={columns}
        state={policiesList}
        open="policy.set"
        again="policy.refresh"
        empty="No policies"
        preview={(row) => <One key={row.id} row={row} />}
      />
    </SectionFrame>
  )
}

function One({ row }: { row: Policy }) {
  useReasonsOf([row.id, row.version, row.pending?.id].join())
  return (
    <>
      <h2 className="text-title font-semibold">{row.title}</h2>
      <p>{row.text}</p>
      <Details
        rows={[
          ['Value', row.shown],
          ['Changed by', row.changedBy?.name ?? (row.where === null ? 'Nobody (default)' : '')],
          ['Changed', row.changedAt ? formatDateTime(row.changedAt) : ''],
          ['Pending', row.pending ? `A looser value that ${row.pending.by.name} asked for` : ''],
        ]}
      />
      {row.where === null ? (
        <p className="flex flex-wrap gap-2">
          <CommandButton command="policy.set" variant="primary" />
          {row.pending && <CommandButton command="nav.approvals" />}
        </p>
      ) : (
        <p className="text-list text-muted">
          {row.isConfiguration
            ? `Set by the environment variable ${row.where}. A change takes effect when the server restarts.`
            : `Change it in ${row.where}.`}
        </p>
      )}
    </>
  )
}
