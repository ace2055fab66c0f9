// The choices of a message: recipients, senders and templates.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useData } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/public.ts'
import { knownLink, linkTo } from './form-link.ts'
import { useHelpdesk, type MessageText } from './helpdesk.ts'
import { firstNamed, type MessageOptions } from './message.ts'
import { helpdeskQueries } from './queries.ts'

/** More templates than anybody chooses among. */
const MOST_TEMPLATES = 50

export interface LoadedMessageOptions {
  /** Undefined until all of it is there. */
  desk: MessageOptions | undefined
  /** The reason why it is unavailable; null while it may arrive. */
  error: Error | null
}

/** All choices of a message to a customer. */
export function useMessageOptions(platform: string, customerId: string): LoadedMessageOptions {
  const { api } = useData()
  const contacts = useQuery(helpdeskQueries.contacts(api, { platform, customerId }))
  const addresses = useQuery(helpdeskQueries.addresses(api, platform))
  const teams = useQuery(helpdeskQueries.teams(api, platform))
  const desk = useMemo(
    () =>
      contacts.data && addresses.data && teams.data
        ? { contacts: contacts.data.items, addresses: addresses.data.items, teams: teams.data.items }
        : undefined,
    [contacts.data, addresses.data, teams.data],
  )
  return { desk, error: contacts.error ?? addresses.error ?? teams.error }
}

const NO_RULES: readonly string[] = []

/** The platform's templates, those named by the rules first, and links to requested forms that are not submitted. */
export function useMessageTexts(platform: string, customerId: string, ruleIds = NO_RULES): readonly MessageText[] {
  const { api } = useData()
  const { store } = useHelpdesk()
  const links = useStore(store, (state) => state.links)
  const listed = useQuery(helpdeskQueries.templates(api, platform))
  const forms = useQuery(helpdeskQueries.forms(api, { platform, customerId }))
  const templates = useQueries({
    queries: (listed.data?.items ?? [])
      .slice(0, MOST_TEMPLATES)
      .map(({ id }) => helpdeskQueries.template(api, platform, id)),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  })
  const named = useQueries({
    queries: ruleIds.map((id) => ruleQueries.view(api, platform, id)),
    combine: (found) => found.flatMap(({ data }) => data?.options.zohoTemplates ?? []),
  })
  return useMemo(
    () => [
      ...firstNamed(templates, named).map(({ id, name, subject, content }) => ({
        id,
        title: name,
        subject,
        body: content,
      })),
      ...(forms.data?.items ?? [])
        .filter(({ status }) => status === 'not_submitted')
        .map((form) => {
          const { id, title } = form
          const known = knownLink(form, links)
          return {
            id: `form:${id}`,
            title: `Link to the form “${title}”`,
            subject: title,
            body:
              known === undefined
                ? async () => `${title}: ${await linkTo(store, api, { platform, form })}`
                : `${title}: ${known}`,
          }
        }),
    ],
    [templates, named, forms.data, links, store, api, platform],
  )
}
