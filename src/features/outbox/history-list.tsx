// The history of the last seven days: how each decision ended, why, and when.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { useData, versionOf } from '#src/data/data.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { END_LABELS, overRows, type OverRow, type Receipt } from './receipt-text.ts'

const columns: readonly ListColumn<OverRow>[] = [
  { id: 'what', header: 'What', width: 220, grow: 2, text: ({ what }) => what },
  { id: 'platform', header: 'Platform', width: 120, text: ({ platform }) => platform },
  { id: 'end', header: 'End', width: 150, text: ({ end }) => END_LABELS[end] },
  { id: 'reason', header: 'Because', width: 220, grow: 2, text: ({ reason }) => reason },
  { id: 'at', header: 'When', width: 170, text: ({ at }) => formatDateTime(at) },
]

const noun = ['receipt', 'receipts'] as const
const keyOf = ({ id }: OverRow) => id

export function OverList() {
  const { engine, pending } = useData()
  const [receipts, setReceipts] = useState<readonly Receipt[]>([])
  const [failed, setFailed] = useState<string>()
  const version = useSyncExternalStore(pending.subscribe, versionOf(pending))

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whatever has changed may have ended something
  useEffect(() => {
    let isWanted = true
    engine.calls.receipts().then(
      (found) => isWanted && setReceipts(found),
      (error: unknown) => isWanted && setFailed(String(error)),
    )
    return () => void (isWanted = false)
  }, [engine, version])

  const rows = useMemo(() => (version >= 0 ? overRows(receipts, pending.list()) : []), [receipts, pending, version])

  if (failed !== undefined) return <Empty title="The receipts could not be read">{<p>{failed}</p>}</Empty>
  if (rows.length === 0) {
    return (
      <Empty title="No history yet">
        <p>What was done, undone or discarded stays here for seven days.</p>
      </Empty>
    )
  }
  return (
    <ArrayList label="History" noun={noun} rows={rows} keyOf={keyOf} columns={columns} context="outbox list" isSingle />
  )
}
