// The handover of a shift: written by one command, read with its lists, printed, sent to colleagues.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import type { Handover } from '#contract/model/handover.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { briefSections } from './brief-lines.ts'
import { handoverList } from './handover-list.ts'
import { handoverQuery } from './queries.ts'
import './handover.css'

const keyOf = ({ id }: Handover) => id
const noun = ['handover', 'handovers'] as const
const SPLIT = { storageKey: 'docket.handover', initial: 640 }
const NONE: readonly Handover[] = []
const columns: readonly ListColumn<Handover>[] = [
  { id: 'to', header: 'Handed over', width: 160, grow: 1, text: ({ brief }) => formatDateTime(brief.to) },
  { id: 'by', header: 'By', width: 130, grow: 1, text: ({ by }) => by.name },
  {
    id: 'open',
    header: 'Open',
    width: 72,
    align: 'end',
    hideBelow: 600,
    text: ({ brief }) => String(brief.waits.open),
  },
]

export function HandoverScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(handoverQuery(api, platform))
  return (
    <PageFrame
      name="Handover"
      actions={
        <>
          <CommandButton command="handover.write" variant="primary" />
          <CommandButton command="handover.print" />
          <CommandButton command="handover.mail" />
          <TeamPages />
        </>
      }
    >
      <PageRows
        query={query}
        things="handovers"
        again="handover.refresh"
        label="Handovers"
        noun={noun}
        rows={query.data?.items ?? NONE}
        keyOf={keyOf}
        columns={columns}
        state={handoverList}
        open="handover.open"
        context="handover list"
        split={SPLIT}
        preview={(row) => row && <OneHandover key={row.id} handover={row} platform={platform} />}
        empty={
          <Empty title="No handovers yet">
            <p>A handover lists new, closed and pending work, and what is unusual.</p>
            <CommandButton command="handover.write" />
          </Empty>
        }
      />
    </PageFrame>
  )
}

const headOf = ({ brief }: Handover) => `${formatDateTime(brief.from)} to ${formatDateTime(brief.to)} UTC`

function OneHandover({ handover, platform }: { handover: Handover; platform: string }) {
  useReasonsOf(handover.id)
  return (
    <aside
      aria-label="Preview"
      data-brief=""
      tabIndex={0}
      data-scrolls=""
      className="flex h-full flex-col gap-4 overflow-y-auto bg-raised p-4"
    >
      <h2 className="text-title font-semibold">{headOf(handover)}</h2>
      <p className="text-muted">Written by {handover.by.name}</p>
      <Sections handover={handover} platform={platform} hasLinks />
      {createPortal(
        // outside the page, which is not printed
        <article aria-hidden="true" className="print-sheet brief-sheet">
          <h1 className="text-[14pt] font-semibold">Handover of {platform}</h1>
          <p>
            {headOf(handover)}, written by {handover.by.name}
          </p>
          <Sections handover={handover} platform={platform} />
        </article>,
        document.body,
      )}
    </aside>
  )
}

interface SectionsProps {
  handover: Handover
  platform: string
  hasLinks?: boolean
}

function Sections({ handover: { brief }, platform, hasLinks = false }: SectionsProps) {
  return briefSections(platform, brief).map(({ title, lines, nothing }) => (
    <section key={title} className="grid gap-1">
      <h3 className="mt-2 font-semibold">{title}</h3>
      {lines.length === 0 && <p className="text-list">{nothing}</p>}
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-list">
        {lines.map(({ key, label, value, href }) => (
          <div key={key} className="contents">
            <dt className="min-w-0 truncate">{href !== null && hasLinks ? <Link to={href}>{label}</Link> : label}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
