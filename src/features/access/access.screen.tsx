// Access: roles and platforms of every account, editable if Docket manages them.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { AccessRow } from '#contract/model/access.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { accessQueries } from './queries.ts'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'

/** The cursor, which outlives the screen. */
const accessList = createListState()
const accessKey = ({ id }: AccessRow): string => id

const NONE: readonly AccessRow[] = []
const noun = ['account', 'accounts'] as const

const rolesOf = ({ roles }: AccessRow) => roles.map(humanise).join(', ') || 'None'
const platformsOf = ({ platforms, otherPlatforms }: AccessRow) =>
  [...platforms, ...(otherPlatforms > 0 ? [`${otherPlatforms} more`] : [])].join(', ') || 'None'
const stateOf = ({ closed, pending }: AccessRow) => {
  if (closed) return 'Closed'
  return pending ? 'Pending approval' : ''
}

const columns: readonly ListColumn<AccessRow>[] = [
  { id: 'name', header: 'Name', width: 150, grow: 2, text: ({ name }) => name },
  { id: 'roles', header: 'Roles', width: 180, grow: 3, text: rolesOf },
  { id: 'platforms', header: 'Platforms', width: 160, grow: 3, hideBelow: 600, text: platformsOf },
  {
    id: 'state',
    header: 'State',
    width: 150,
    hideBelow: 600,
    text: stateOf,
    render: (row) => (stateOf(row) === '' ? '' : <Tag tone={row.closed ? 'stop' : 'warn'}>{stateOf(row)}</Tag>),
  },
]

export function AccessScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(accessQueries.list(api, platform))
  const rows = query.data?.items ?? NONE
  const { roles = null, platforms = null } = query.data?.ruledBy ?? {}
  return (
    <SectionFrame
      section="access"
      summary={query.data && countOf(rows.length, 'account')}
      actions={<CommandButton command="access.add" />}
    >
      <div className="flex h-full min-h-0 flex-col">
        {roles !== null && <RuledBy what="roles" setting={roles} />}
        {platforms !== null && <RuledBy what="platforms" setting={platforms} />}
        <div className="min-h-0 grow">
          <SectionRows
            section="access"
            query={query}
            rows={rows}
            noun={noun}
            keyOf={accessKey}
            columns={columns}
            state={accessList}
            again="access.refresh"
            empty="No accounts"
            preview={(row) => <One key={row.id} row={row} />}
          />
        </div>
      </div>
    </SectionFrame>
  )
}

const RuledBy = ({ what, setting }: { what: string; setting: string }) => (
  <p className="flex-none border-b border-line px-4 py-2 text-list">
    The identity provider sets at every sign-in which {what} an account has ({setting}): change them there.
  </p>
)

function One({ row }: { row: AccessRow }) {
  useReasonsOf([row.id, row.version, row.refusal].join())
  return (
    <>
      <h2 className="text-title font-semibold">{row.name}</h2>
      <Details
        rows={[
          ['Account', row.id],
          ['Email', row.email],
          ['Roles', rolesOf(row)],
          ['Platforms', platformsOf(row)],
          ['State', row.closed ? 'Closed: sign-in is disabled' : 'Open'],
          ['Pending', row.pending ? `A change that ${row.pending.by.name} asked for` : ''],
        ]}
      />
      {row.refusal !== null && <p className="text-list text-muted">{row.refusal}</p>}
      <p className="flex flex-wrap gap-2">
        <CommandButton command="access.role" />
        <CommandButton command="access.platform" />
        <CommandButton command="access.close" />
        {row.pending && <CommandButton command="nav.approvals" />}
      </p>
    </>
  )
}
