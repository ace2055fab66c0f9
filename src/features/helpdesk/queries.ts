/** Query options of the helpdesk. None is stored on the device: tickets need the network. */
import { queryOptions } from '@tanstack/react-query'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000

/** The customer. */
interface Whose {
  platform: string
  customerId: string
}

export const helpdeskQueries = {
  tickets: (api: Api, { platform, customerId }: Whose) =>
    queryOptions({
      queryKey: ['helpdesk', 'tickets', platform, customerId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.tickets, { params: { platform, customerId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  forms: (api: Api, { platform, customerId }: Whose) =>
    queryOptions({
      queryKey: ['helpdesk', 'forms', platform, customerId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.forms, { params: { platform, customerId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  threads: (api: Api, platform: string, ticketId: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'threads', platform, ticketId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.threads, { params: { platform, ticketId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
  /** A message never changes. */
  thread: (api: Api, platform: string, ticketId: string, threadId: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'thread', platform, ticketId, threadId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.thread, { params: { platform, ticketId, threadId } }, { signal, platform, quiet: true }),
      staleTime: Infinity,
    }),
  contacts: (api: Api, { platform, customerId }: Whose) =>
    queryOptions({
      queryKey: ['helpdesk', 'contacts', platform, customerId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.contacts, { params: { platform, customerId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE,
    }),
  addresses: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'addresses', platform],
      queryFn: ({ signal }) =>
        api.send(helpdesk.replyAddresses, { params: { platform } }, { signal, platform, quiet: true }),
      staleTime: 5 * MINUTE,
    }),
  teams: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'teams', platform],
      queryFn: ({ signal }) => api.send(helpdesk.teams, { params: { platform } }, { signal, platform, quiet: true }),
      staleTime: 5 * MINUTE,
    }),
  templates: (api: Api, platform: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'templates', platform],
      queryFn: ({ signal }) =>
        api.send(helpdesk.templates, { params: { platform } }, { signal, platform, quiet: true }),
      staleTime: MINUTE,
    }),
  template: (api: Api, platform: string, tempId: string) =>
    queryOptions({
      queryKey: ['helpdesk', 'template', platform, tempId],
      queryFn: ({ signal }) =>
        api.send(helpdesk.template, { params: { platform, tempId } }, { signal, platform, quiet: true }),
      staleTime: MINUTE,
    }),
}
