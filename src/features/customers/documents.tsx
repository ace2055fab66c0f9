// What the customer handed in. A file is fetched when it is looked at and never kept on this device.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { documentForms } from '#contract/calls/document-forms.ts'
import type { Output } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { DOCUMENT_URL_SECONDS } from '#contract/model/values.ts'
import { ArrayList } from '#src/commands/array-list.tsx'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/errors.ts'
import { humanise } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list.tsx'
import { useOpenRow } from './customers.ts'
import { Part } from './part.tsx'
import { customerQueries, type Who } from './queries.ts'

type Row = Output<typeof customers.documents>['items'][number]

const keyOf = (row: Row) => row.id
const noun = ['document', 'documents'] as const

const columns: readonly ListColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 200, grow: 3, text: (row) => row.name },
  { id: 'type', header: 'Type', width: 160, grow: 1, text: (row) => humanise(row.type) },
  { id: 'status', header: 'Status', width: 120, text: (row) => humanise(row.status) },
  { id: 'at', header: 'Handed in (UTC)', width: 150, text: (row) => row.createAt.date },
]

export function Documents({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.documents(api, who))
  const { customerId } = who
  const open = useOpenRow<Row>(
    useCallback(
      (row) => {
        const asked = { id: row.id, profile: customerId, lifetime: DOCUMENT_URL_SECONDS }
        api.send(documentForms.documentUrl, { query: asked }).then(
          ({ url }) => window.open(url, '_blank', 'noopener'),
          (error: unknown) => {
            // what the server said is in the status line already
            if (!(error instanceof ApiError)) throw error
          },
        )
      },
      [api, customerId],
    ),
  )
  return (
    <Part
      noun="documents"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No document" />}
    >
      {({ items }) => (
        <ArrayList
          label="Documents"
          noun={noun}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          onOpen={open}
          context="customer list"
        />
      )}
    </Part>
  )
}
