// Messages that came in and are on no ticket, with the one under the cursor in full and the tickets it may belong to.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { fromStamp } from '#contract/model/common.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import type { EmailInFull, UnmatchedEmail } from '#contract/model/ticket.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { customerHref, Details } from '#src/features/cases/public.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { PageFrame, PageRows, useDebouncedCursor } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { messageKey, ticketDetail, ticketTitle, unmatchedList, unmatchedQueries } from './unmatched.ts'

const noun = ['message', 'messages'] as const
const SPLIT = { storageKey: 'docket.unmatched', initial: 480 }
const NONE: readonly UnmatchedEmail[] = []

const columnsAt = (now: number): readonly ListColumn<UnmatchedEmail>[] => [
  { id: 'from', header: 'From', width: 180, grow: 2, text: ({ from }) => from },
  { id: 'subject', header: 'Subject', width: 160, grow: 3, text: ({ subject }) => subject || '(no subject)' },
  { id: 'reason', header: 'Why it is unmatched', width: 200, grow: 3, hideBelow: 1200, text: ({ reason }) => reason },
  {
    id: 'files',
    header: 'Files',
    width: 52,
    align: 'end',
    hideBelow: 820,
    text: ({ attachments }) => String(attachments),
  },
  {
    id: 'age',
    header: 'Age',
    width: 64,
    align: 'end',
    text: ({ receivedAt }) => shortAge(now - fromStamp(receivedAt)),
  },
]

export function UnmatchedScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(unmatchedQueries.list(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = query.data?.items ?? NONE

  return (
    <PageFrame
      name="Unmatched messages"
      summary={query.data && query.data.total > 0 && summaryOf(rows.length, query.data.total)}
      actions={<CommandButton command="message.refresh" variant="quiet" />}
    >
      <PageRows
        query={query}
        things="unmatched messages"
        again="message.refresh"
        label="Unmatched messages"
        noun={noun}
        rows={rows}
        keyOf={messageKey}
        columns={columns}
        state={unmatchedList}
        open="message.attach"
        context="unmatched list"
        split={SPLIT}
        preview={() => <Preview rows={rows} platform={platform} />}
        empty={
          <Empty title="No unmatched message">
            <p>A message from a customer that belongs to no ticket appears here.</p>
          </Empty>
        }
      />
    </PageFrame>
  )
}

function summaryOf(shown: number, total: number): string {
  const all = `${countOf(total, 'message')} on no ticket, oldest first`
  return shown < total ? `${all}; the first ${formatCount(shown)} are shown` : all
}

/** The message under the cursor, once the cursor has rested. */
function Preview({ rows, platform }: { rows: readonly UnmatchedEmail[]; platform: string }) {
  const rested = useDebouncedCursor(unmatchedList)
  const now = useStore(unmatchedList.cursor, ({ id }) => id)
  const row = rows.find(({ id }) => id === rested) ?? rows.find(({ id }) => id === now)
  return (
    <PreviewPane empty="No message selected">
      {row && <OneMessage key={row.id} row={row} platform={platform} />}
    </PreviewPane>
  )
}

function OneMessage({ row, platform }: { row: UnmatchedEmail; platform: string }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(unmatchedQueries.one(api, platform, row.id))
  useReasonsOf(row.id)
  return (
    <>
      <h2 className="text-title font-semibold break-words">{row.subject || '(no subject)'}</h2>
      <Details
        rows={[
          ['From', row.from],
          ['To', row.to],
          ['Received', `${formatDateTime(row.receivedAt)} UTC`],
          ['On no ticket', row.reason],
        ]}
      />
      <p className="flex flex-wrap gap-2">
        <CommandButton command="message.attach" variant="primary" />
        <CommandButton command="message.discard" />
        <FileButton
          name="message as it came.eml"
          open={() =>
            api.open(helpdesk.emailSource, { params: { platform, emailId: row.id } }, { platform, quiet: true })
          }
        >
          Save the message as it came
        </FileButton>
      </p>
      <p className="text-list break-words whitespace-pre-wrap">{(data?.content ?? row.summary) || '(no text)'}</p>
      {isError && !data && <p className="text-list text-muted">The rest could not be read: {error.message}</p>}
      {data && <Around letter={data} platform={platform} />}
    </>
  )
}

function Around({ letter: { files, tickets }, platform }: { letter: EmailInFull; platform: string }) {
  return (
    <>
      {files.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-label font-medium text-muted">Files, checked once it is on a ticket</h3>
          <ul className="grid gap-1 text-list">
            {files.map(({ name, size }, index) => (
              // several may be called the same
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <li key={index}>
                {name} <span className="text-muted">{formatCount(Math.ceil(size / 1024))} kB</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Tickets it may belong to</h3>
        {tickets.length === 0 && <p className="text-list text-muted">No ticket has this address.</p>}
        <ul className="grid gap-1 text-list">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <Link
                className="text-accent underline"
                to={`${customerHref(platform, ticket.customerId)}?section=helpdesk`}
              >
                {ticketTitle(ticket)}
              </Link>{' '}
              <span className="text-muted">{ticketDetail(ticket)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
