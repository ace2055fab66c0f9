// Sessions and devices of everybody who works on the platform: each can be ended or wiped from afar, with a reason.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PresenceRow } from '#contract/model/access.ts'
import { fromStamp } from '#contract/model/common.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { presenceQueries } from './queries.ts'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'

/** The cursor, which outlives the screen. */
const presenceList = createListState()
const presenceKey = ({ kind, id, person }: PresenceRow): string => `${kind} ${person.id} ${id}`

const NONE: readonly PresenceRow[] = []
const noun = ['session or device', 'sessions and devices'] as const
const KINDS = { session: 'Session', device: 'Device' } as const

const deviceOf = (row: PresenceRow) => (row.kind === 'device' ? row.label : (row.device ?? 'No device'))
const stateOf = (row: PresenceRow) => {
  if (row.kind === 'session' && row.current) return 'This session'
  return row.locked ? 'Locked' : ''
}

const columnsAt = (now: number): readonly ListColumn<PresenceRow>[] => [
  { id: 'person', header: 'Person', width: 150, grow: 2, text: ({ person }) => person.name },
  { id: 'kind', header: 'Kind', width: 84, text: ({ kind }) => KINDS[kind] },
  { id: 'device', header: 'Device', width: 160, grow: 2, text: deviceOf },
  { id: 'seen', header: 'Last used', width: 88, align: 'end', text: ({ seenAt }) => shortAge(now - fromStamp(seenAt)) },
  {
    id: 'state',
    header: 'State',
    width: 120,
    hideBelow: 600,
    text: stateOf,
    render: (row) => (row.locked ? <Tag tone="warn">Locked</Tag> : stateOf(row)),
  },
]

export function PresenceScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(presenceQueries.list(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = query.data?.items ?? NONE
  const sessions = rows.filter(({ kind }) => kind === 'session').length
  return (
    <SectionFrame
      section="presence"
      summary={
        query.data &&
        `${countOf(sessions, 'session')}, ${countOf(rows.length - sessions, 'device')}${query.data.most === null ? '' : `: the ${query.data.most.toLocaleString('en')} used last of each kind`}`
      }
    >
      <SectionRows
        section="presence"
        query={query}
        rows={rows}
        noun={noun}
        keyOf={presenceKey}
        columns={columns}
        state={presenceList}
        again="presence.refresh"
        empty="Nobody is signed in"
        preview={(row) => <One key={presenceKey(row)} row={row} />}
      />
    </SectionFrame>
  )
}

function One({ row }: { row: PresenceRow }) {
  useReasonsOf([presenceKey(row), row.locked].join())
  return (
    <>
      <h2 className="text-title font-semibold">{row.person.name}</h2>
      <Details
        rows={[
          ['Kind', KINDS[row.kind]],
          ['Device', deviceOf(row)],
          row.kind === 'session'
            ? ['Began', formatDateTime(row.startedAt)]
            : ['Registered', formatDateTime(row.registeredAt)],
          ['Last used', formatDateTime(row.seenAt)],
          ['Ends', row.kind === 'session' ? formatDateTime(row.expiresAt) : ''],
          ['State', stateOf(row)],
        ]}
      />
      {row.refusal !== null && <p className="text-list text-muted">{row.refusal}</p>}
      <p className="flex flex-wrap gap-2">
        {row.kind === 'session' ? <CommandButton command="presence.end" /> : <CommandButton command="presence.wipe" />}
      </p>
    </>
  )
}
