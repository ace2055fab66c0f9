import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rules } from '#contract/calls/rules/rules.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { missingStepsKey } from '#src/features/cases/queries.ts'
import { FACTS_KEY } from '#src/features/facts/public.ts'
import { proceduresQuery, type ProcedureAlert } from './procedures-query.ts'

/** The procedure steps of an alert, each with its state. */
export function Procedures({ alertId, isOnAccount }: ProcedureAlert) {
  const { api, capabilities } = useData()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  // marking is ours
  const isMarked = capabilities().version !== ''
  const { data: steps } = useQuery(proceduresQuery(api, { alertId, isOnAccount }))
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  if (!steps) return null

  const mark = async (procedureId: string, done: boolean) => {
    setBusy(procedureId)
    setError(null)
    try {
      const { items } = await api.send(rules.markProcedure, { params: { alertId, procedureId }, body: { done } })
      queries.setQueryData(proceduresQuery(api, { alertId, isOnAccount }).queryKey, items)
      void queries.invalidateQueries({ queryKey: missingStepsKey })
      void queries.invalidateQueries({ queryKey: FACTS_KEY })
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setError(problem.message)
    } finally {
      setBusy(null)
    }
  }
  const taken = steps.filter(({ done }) => done).length
  return (
    <section aria-label="Procedures" className="grid gap-2">
      <h3 className="text-label font-medium text-muted">
        Procedures: {taken} of {steps.length} taken{isMarked && !isOnline && '; connect to mark them'}
        {!isMarked && '; not kept by this server'}
      </h3>
      <ul className="grid gap-1 text-list">
        {steps.map(({ id, text, done }) => (
          <li key={id}>
            <label className="flex items-baseline gap-2">
              <input
                type="checkbox"
                checked={done}
                disabled={!isMarked || !isOnline}
                // disabling it would lose the focus, and Escape the drawer
                onChange={({ target }) => {
                  if (busy === null) void mark(id, target.checked)
                }}
              />
              <span className={done ? 'text-muted' : ''}>{text}</span>
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-list text-stop">
          Not marked: {error}
        </p>
      )}
    </section>
  )
}
