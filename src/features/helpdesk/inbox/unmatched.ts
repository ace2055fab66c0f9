/** Messages that are on no ticket: how they are read, and the cursor of their list, which outlives the screen. */
import { queryOptions } from '@tanstack/react-query'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import type { EmailInFull, UnmatchedEmail } from '#contract/model/ticket.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import type { Api } from '#src/data/net/api.ts'

const EVERY_MS = 60_000

export const unmatchedList = createListState()

export const messageKey = ({ id }: UnmatchedEmail): string => id

/** Everything read of them on a platform. */
export const unmatchedKey = (platform: string) => ['helpdesk', 'unmatched', platform] as const

export const unmatchedQueries = {
  list: (api: Api, platform: string) =>
    queryOptions({
      queryKey: [...unmatchedKey(platform), 'list'],
      queryFn: ({ signal }) =>
        api.send(helpdesk.unmatched, { params: { platform } }, { signal, platform, quiet: true }),
      refetchInterval: EVERY_MS,
      staleTime: EVERY_MS / 2,
    }),
  /** Its content never changes; its possible tickets do. */
  one: (api: Api, platform: string, emailId: string) =>
    queryOptions({
      queryKey: [...unmatchedKey(platform), emailId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.unmatchedEmail, { params: { platform, emailId } }, { signal, platform, quiet: true }),
      staleTime: EVERY_MS / 2,
    }),
}

/** A ticket in a line: "Your payment". */
export const ticketTitle = ({ id, subject }: EmailInFull['tickets'][number]): string => `#${id} ${subject}`

/** The sender and subject. */
export const ticketDetail = ({ customerName, customerId, caseId, status }: EmailInFull['tickets'][number]): string =>
  [`${customerName} (${customerId})`, caseId ?? '', status].filter(Boolean).join(' · ')
