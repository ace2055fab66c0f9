/** The text a case is searched by: written by ingestion, read by the list of cases. */
import { SEARCH_FIELDS, type SearchField } from '#contract/model/values.ts'

/** The text as a search compares it: lower case, one line. */
export function searchTerm(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/**
 * The ten searched fields, one per line in the order of `SEARCH_FIELDS`, with an empty line for an unknown field: a
 * search in one field reads its line, a search in all reads the whole text.
 */
export function searchText(fields: { readonly [F in SearchField]?: string | null | undefined }): string {
  return SEARCH_FIELDS.map((field) => searchTerm(fields[field] ?? '')).join('\n')
}

/** The line of a field in `searchText`, counted from 1 as SQL does. */
export function searchLine(field: SearchField): number {
  return SEARCH_FIELDS.indexOf(field) + 1
}
