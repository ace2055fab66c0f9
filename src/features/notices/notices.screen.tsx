// Messages to everybody on the platform: published with an end, ended early.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Notice } from '#contract/model/notice.ts'
import { toStamp } from '#contract/model/common.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { noticeQueries } from './queries.ts'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'

/** The cursor, which outlives the screen. */
const noticesList = createListState()
const noticeKey = ({ id }: Notice): string => id

const NONE: readonly Notice[] = []
const noun = ['notice', 'notices'] as const

const isShown = ({ until, endedAt }: Notice, now: number) => endedAt === null && Date.parse(until) > now
const untilOf = ({ until }: Notice) => formatDateTime(toStamp(new Date(until)))

const columnsAt = (now: number): readonly ListColumn<Notice>[] => [
  { id: 'text', header: 'Notice', width: 220, grow: 4, text: ({ text }) => text },
  { id: 'by', header: 'By', width: 140, grow: 1, hideBelow: 600, text: ({ by }) => by.name },
  { id: 'until', header: 'Until', width: 150, hideBelow: 600, text: untilOf },
  {
    id: 'state',
    header: 'State',
    width: 90,
    text: (row) => (isShown(row, now) ? 'Shown' : 'Over'),
    render: (row) => (isShown(row, now) ? <Tag tone="done">Shown</Tag> : 'Over'),
  },
]

export function NoticesScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(noticeQueries.list(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = query.data?.items ?? NONE
  const shown = rows.filter((row) => isShown(row, now)).length
  return (
    <SectionFrame
      section="notices"
      summary={query.data && `${countOf(shown, 'notice')} shown to everybody on the platform`}
      actions={<CommandButton command="notice.publish" />}
    >
      <SectionRows
        section="notices"
        query={query}
        rows={rows}
        noun={noun}
        keyOf={noticeKey}
        columns={columns}
        state={noticesList}
        again="notice.refresh"
        empty="No notice was published yet"
        preview={(row) => <One key={row.id} row={row} isOn={isShown(row, now)} />}
      />
    </SectionFrame>
  )
}

function One({ row, isOn }: { row: Notice; isOn: boolean }) {
  useReasonsOf([row.id, isOn].join())
  return (
    <>
      <p className="whitespace-pre-wrap">{row.text}</p>
      <Details
        rows={[
          ['Published by', row.by.name],
          ['Published', formatDateTime(row.at)],
          ['Until', untilOf(row)],
          ['Ended early', row.endedAt ? formatDateTime(row.endedAt) : ''],
        ]}
      />
      {isOn && (
        <p>
          <CommandButton command="notice.end" />
        </p>
      )}
    </>
  )
}
