/** Query options of SAR and EDD forms. None is stored on the device: a SAR stays on the server. */
import { queryOptions } from '@tanstack/react-query'
import { documentForms } from '#contract/calls/document-forms.ts'
import type { Api } from '#src/data/net/api.ts'

const MINUTE = 60_000

export const formQueries = {
  list: (api: Api, platform: string, search: string) =>
    queryOptions({
      queryKey: ['forms', 'list', platform, search],
      queryFn: ({ signal }) =>
        // a single space asks for all (docs/design/specification.md#saving)
        api.send(documentForms.list, { params: { platform, query: search.trim() || ' ' } }, { signal, platform }),
      staleTime: MINUTE / 2,
    }),
  view: (api: Api, platform: string, uuid: string) =>
    queryOptions({
      queryKey: ['forms', 'view', platform, uuid],
      queryFn: ({ signal }) => api.send(documentForms.view, { params: { uuid } }, { signal, platform }),
      staleTime: MINUTE / 2,
    }),
  comments: (api: Api, platform: string, uuid: string) =>
    queryOptions({
      queryKey: ['forms', 'comments', platform, uuid],
      queryFn: ({ signal }) =>
        api.send(documentForms.comments, { params: { platform, uuid } }, { signal, platform, quiet: true }),
      staleTime: MINUTE / 2,
    }),
}
