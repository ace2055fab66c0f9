// The messages of a ticket, oldest first. The latest are expanded; an older one is read when expanded.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/call.ts'
import type { helpdesk } from '#contract/calls/helpdesk.ts'
import { files } from '#contract/calls/files.ts'
import { useData } from '#src/data/data.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { helpdeskQueries } from './queries.ts'

type Message = Output<typeof helpdesk.threads>['items'][number]

/** The number of latest messages that are expanded. */
const OPEN = 3

interface ThreadProps {
  platform: string
  ticketId: string
  messages: readonly Message[]
}

export function Thread({ platform, ticketId, messages }: ThreadProps) {
  return (
    <ol aria-label="Messages" className="grid gap-3">
      {messages.map((message, index) => (
        <li key={message.id}>
          <Entry {...{ platform, ticketId, message }} isLate={index >= messages.length - OPEN} />
        </li>
      ))}
    </ol>
  )
}

interface EntryProps {
  platform: string
  ticketId: string
  message: Message
  isLate: boolean
}

function Entry({ platform, ticketId, message, isLate }: EntryProps) {
  const { id, direction, from, to, summary, createAt, isAutomatic } = message
  const [isOpen, setOpen] = useState(isLate)
  const isIn = direction === 'in'
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`rounded-md border border-line text-list ${isIn ? 'bg-tint' : 'bg-bg'}`}
    >
      <summary className="flex cursor-default flex-wrap items-baseline gap-x-2 px-3 py-2">
        <span className="font-medium">{from}</span>
        <span className="text-muted">to {to}</span>
        {isAutomatic && <span className="text-muted">· automatic, answers nothing</span>}
        <span className="grow" />
        <span className="text-muted">
          {isIn ? 'received' : 'sent'} <DateDisplay value={createAt.date} />
        </span>
        {!isOpen && <span className="w-full truncate text-muted">{summary}</span>}
      </summary>
      {isOpen && <Body {...{ platform, ticketId, threadId: id }} />}
    </details>
  )
}

function Body({ platform, ticketId, threadId }: { platform: string; ticketId: string; threadId: string }) {
  const { api } = useData()
  const { data, error } = useQuery(helpdeskQueries.thread(api, platform, ticketId, threadId))
  return (
    <div className="border-t border-line px-3 py-2">
      {!data && (error ? <p className="text-stop">{error.message}</p> : <Skeleton lines={3} />)}
      {data && <p className="break-words whitespace-pre-wrap">{data.content}</p>}
      {data && data.attachments.length > 0 && (
        <ul aria-label="Files" className="mt-2 flex flex-wrap items-baseline gap-2 text-muted">
          {data.attachments.map(({ id, name, size }) => (
            <li key={id}>
              <FileButton
                name={name}
                open={() => api.open(files.fetch, { params: { platform, fileId: id } }, { platform, quiet: true })}
              />{' '}
              {Math.ceil(size / 1024)} kB
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
