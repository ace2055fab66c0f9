// The customer's documents with a viewer, which follows the cursor. A file is fetched on view and never stored on this
// device.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Output } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { useFlag } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { useOpenRow } from '#src/features/customers/customers.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { arrived, createDocumentReader, DocumentViewer, show, viewerStore } from '#src/features/documents/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { SectionPart } from './section.tsx'

type Row = Output<typeof customers.documents>['items'][number]

const keyOf = (row: Row) => row.id
const noun = ['document', 'documents'] as const
const NONE: readonly Row[] = []

const columns: readonly ListColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 160, grow: 3, text: (row) => row.name },
  { id: 'type', header: 'Type', width: 130, grow: 1, hideBelow: 600, text: (row) => humanise(row.type) },
  { id: 'status', header: 'Status', width: 90, text: (row) => humanise(row.status) },
  { id: 'at', header: 'Received (UTC)', width: 160, hideBelow: 600, text: (row) => row.createAt.date },
]

export function Documents({ who }: { who: Who }) {
  const { api } = useData()
  const query = useQuery(customerQueries.documents(api, who))
  const rows = query.data?.items ?? NONE
  const [list] = useState(createListState)
  const { isOpen, fault } = useViewer(who, rows, useDebouncedCursor(list))
  const open = useOpenRow<Row>(useCallback((row) => show({ ...row, bytes: null }), []))
  return (
    <SectionPart
      noun="documents"
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No document" />}
    >
      {() => (
        <SplitPane
          label="Resize document"
          storageKey="docket.document"
          initial={560}
          main={
            <ArrayList
              label="Documents"
              noun={noun}
              rows={rows}
              keyOf={keyOf}
              columns={columns}
              onOpen={open}
              context="customer list"
              state={list}
            />
          }
          side={isOpen && <DocumentViewer fault={fault} isClosable />}
        />
      )}
    </SectionPart>
  )
}

/** An open viewer follows the cursor; the shown document is read, and read again if dropped. */
function useViewer(who: Who, rows: readonly Row[], atCursor: string | null): { isOpen: boolean; fault: string | null } {
  const { api } = useData()
  const shown = useStore(viewerStore, (state) => state.shown)
  const reader = useMemo(() => createDocumentReader(api), [api])
  const [fault, setFault] = useState<{ id: string; why: string } | null>(null)
  const isOpen = shown !== null
  const id = shown?.id

  useFlag('previewOpen', isOpen)
  useEffect(() => () => show(null), [])
  useEffect(() => {
    const row = rows.find((one) => one.id === atCursor)
    const { shown: now } = viewerStore.getState()
    if (row && now && now.id !== row.id) show({ ...row, bytes: null })
  }, [rows, atCursor])
  useEffect(() => {
    if (id === undefined) return undefined
    const stop = new AbortController()
    reader.read({ ...who, id }, stop.signal).then(
      (bytes) => arrived(id, bytes),
      (error: unknown) => {
        if (stop.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setFault({ id, why: error.message })
      },
    )
    return () => stop.abort()
  }, [reader, who, id])
  return { isOpen, fault: fault !== null && fault.id === id ? fault.why : null }
}
