/** The page on which a customer hands a form in: told once by our server, with every reading by another. */
import type { StoreApi } from 'zustand/vanilla'
import { helpdesk as calls } from '#contract/calls/helpdesk.ts'
import type { CustomerForm } from '#contract/model/ticket.ts'
import type { Api } from '#src/data/net/api.ts'
import type { HelpdeskState } from './helpdesk.ts'

/** The value of the drawer 'customer form'. */
export interface OpenForm {
  platform: string
  customerId: string
  form: CustomerForm
}

type Links = HelpdeskState['links']

/** The whole address, as far as this window knows it. */
export function knownLink({ id, url }: CustomerForm, links: Links): string | undefined {
  const known = url || links.get(id)
  return known && new URL(known, location.origin).href
}

export function keepLink(store: StoreApi<HelpdeskState>, formId: string, url: string): void {
  store.setState(({ links }) => ({ links: new Map(links).set(formId, url) }))
}

/**
 * The address to give to the customer; where none is known, one more is made.
 *
 * @throws ApiError.
 */
export async function linkTo(
  store: StoreApi<HelpdeskState>,
  api: Api,
  { platform, form }: Pick<OpenForm, 'platform' | 'form'>,
): Promise<string> {
  const known = knownLink(form, store.getState().links)
  if (known !== undefined) return known
  const { url } = await api.send(calls.formLink, { params: { formId: form.id } }, { platform })
  keepLink(store, form.id, url)
  return new URL(url, location.origin).href
}
