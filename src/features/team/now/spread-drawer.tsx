// The drawer 'spread': the planned distribution, before anything is written.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { team } from '#contract/calls/team.ts'
import type { SpreadWay } from '#contract/model/spread.ts'
import { useInFront, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { teamKey, teamQueries } from './queries.ts'
import { Receivers } from './receivers.tsx'
import type { SpreadOf } from './team-rows.ts'

const WAYS: readonly { value: SpreadWay; label: string }[] = [
  { value: 'load', label: 'By load: equal total load afterwards' },
  { value: 'even', label: 'Evenly: equal numbers' },
  { value: 'skill', label: 'By load and skill: more to those who are better at the rule' },
]

export function SpreadDrawer({ value, onClose }: { value: SpreadOf; onClose: () => void }) {
  const { platform, label, caseIds, person } = value
  const { api } = useData()
  const queries = useQueryClient()
  const body = useRef<HTMLDivElement>(null)
  const [way, setWay] = useState<SpreadWay>('load')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<string>()
  const load = useQuery(teamQueries.load(api, platform))
  // people whose work is redistributed receive none of it
  const present = (load.data?.members ?? []).filter((one) => !one.isAbsent && one.person.id !== person)
  const to = present.flatMap((one) => (left.has(one.person.id) ? [] : [one.person.id]))
  const plan = useQuery(
    teamQueries.plan(api, platform, { to, way, ...(caseIds && { caseIds: [...caseIds] }), ...(person && { person }) }),
  )
  const assignments = to.length > 0 ? (plan.data?.assignments ?? []) : []

  const submit = async () => {
    if (assignments.length === 0) return setFault('Nothing would be assigned.')
    try {
      const planned = assignments.map((one) => ({ caseId: one.caseId, from: one.from?.id ?? null, to: one.to.id }))
      await api.send(team.spread, { body: { assignments: planned } }, { platform })
      void queries.invalidateQueries({ queryKey: teamKey(platform) })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(`Not assigned: ${error.message}`)
    }
    return undefined
  }
  useInFront(body, { submit: () => void submit() })
  const keys = useKeysOf('dialog.submit')
  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(left)
    if (isIn) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <p>Give {label} to others. Nothing is written before you assign.</p>
      <Field label="How">
        <Choice value={way} options={WAYS} onChange={setWay} />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="text-label font-medium text-muted">To</legend>
        {present.map(({ person: one, open }) => (
          <Check key={one.id} isChecked={!left.has(one.id)} onChange={(isIn) => toggle(one.id, isIn)}>
            {one.name} <span className="text-muted">{open} open</span>
          </Check>
        ))}
      </fieldset>
      {plan.isFetching && !plan.data && <Skeleton lines={4} label="Planning" />}
      {plan.isError && <p role="alert">{plan.error.message}</p>}
      {to.length > 0 && plan.data && (
        <>
          <Receivers receivers={plan.data.receivers} way={way} />
          {plan.data.unchanged > 0 && (
            <p className="text-muted">{countOf(plan.data.unchanged, 'case')} stay as they are.</p>
          )}
          {plan.data.isCut && <p>There are more: assign these first, then the rest.</p>}
        </>
      )}
      {fault && <p role="alert">{fault}</p>}
      <p className="flex flex-wrap gap-2">
        <Button variant="primary" keys={keys} onClick={() => void submit()}>
          Assign {countOf(assignments.length, 'case')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </div>
  )
}
