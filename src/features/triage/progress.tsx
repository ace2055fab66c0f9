// The common part of every run: its progress, and adding new rows.
import { useRows } from '#src/data/data.ts'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import type { Triage } from './triage.ts'

/** "12 / 143 alerts · 5 cases · 41 s avg": alerts closed of those there are, and what was decided on cases as such. */
export function Progress({ triage }: { triage: Pick<Triage<unknown>, 'store'> }) {
  const { decided, total, startedAt, shownAt } = useStore(triage.store)
  const seconds = decided.length > 0 ? Math.round((shownAt - startedAt) / 1000 / decided.length) : null
  const alerts = decided.filter(({ alertId }) => alertId !== null).length
  const cases = decided.length - alerts
  return (
    <span aria-label="Progress" className="whitespace-nowrap text-muted">
      {formatCount(alerts)} / {countOf(Math.max(total, alerts), 'alert')}
      {cases > 0 && ` · ${countOf(cases, 'case')}`}
      {seconds !== null && ` · ${seconds} s avg`}
    </span>
  )
}

/** More rows are requested when this many are left. */
const AHEAD = 50

/** Rows that are loaded or arrive during a run join it at its end; the next page is requested early. */
export function useJoining<Row>(triage: Triage<Row>, source: RowSource<Row>) {
  const version = useRows(source)
  const { ids, isOpen, step } = useStore(triage.store)
  useEffect(() => {
    const at = step ? ids.indexOf(step.rowId) : 0
    source.read?.(ids.slice(at, at + AHEAD))
  }, [source, ids, step])
  useEffect(() => {
    if (!isOpen) return
    const end = Math.max(-1, ...ids.slice(-AHEAD).map((id) => source.indexOf(id)))
    const later: string[] = []
    // without a row of the run in the queue there is no telling what comes after it
    for (let index = end + 1; end >= 0 && index < source.total; index++) {
      const id = source.idAt(index)
      if (id === undefined) break
      later.push(id)
    }
    triage.join([...later, ...source.arrivals()])
    const left = step ? ids.length - ids.indexOf(step.rowId) : 0
    if (left < AHEAD && end >= 0 && end + 1 < source.total) source.ensure(end + 1, end + 1 + AHEAD)
  }, [triage, source, version, ids, isOpen, step])
}
