/** The text a case is searched by: written by ingestion, read by the list of cases. */
import { foldText } from '#contract/fold-text.ts'
import { SEARCH_FIELDS, type SearchField } from '#contract/model/values.ts'

type Searched = { readonly [F in Exclude<SearchField, 'transactionId'>]?: string | null | undefined }

/**
 * The ten searched fields, folded, one per line in the order of `SEARCH_FIELDS`, with an empty line for an unknown
 * field: a search in one field reads its line, a search in all reads the whole text. The case is found by its own id in
 * place of the transaction's, which ends it.
 */
export function searchText(caseId: string, fields: Searched): string {
  const all: Searched & { readonly transactionId: string } = { ...fields, transactionId: caseId }
  return SEARCH_FIELDS.map((field) => foldText(all[field] ?? '')).join('\n')
}

/** The number of the ticket that is searched for, as it is printed: `#12`. */
export const ticketIn = (search = ''): string | undefined => /^\s*#([1-9]\d{0,17})\s*$/.exec(search)?.[1]

/** The uuid that is searched for, in lower case. */
export const uuidIn = (search = ''): string | undefined =>
  /^\s*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\s*$/.exec(search.toLowerCase())?.[1]

/** The line of a field in `searchText`, counted from 1 as SQL does. */
export function searchLine(field: SearchField): number {
  return SEARCH_FIELDS.indexOf(field) + 1
}
