// The drawer 'spread': the planned distribution by queue, before anything is written.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '#contract/call.ts'
import { team } from '#contract/calls/team.ts'
import { WORK_QUEUES, type WorkQueue } from '#contract/model/values.ts'
import { WORK_QUEUE_LABELS } from '#contract/model/team/exclusion.ts'
import type { SpreadWay } from '#contract/model/team/spread.ts'
import type { MemberLoad } from '#contract/model/team/team.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { workloadKey, workloadQueries } from './queries.ts'
import { Receivers } from './receivers.tsx'
import { assignedOf, totalOf, type SpreadOf } from './workload-rows.ts'

type Plan = Output<typeof team.planSpread>

const WAYS: readonly { value: SpreadWay; label: string }[] = [
  { value: 'load', label: 'By load: equal total load afterwards' },
  { value: 'even', label: 'Evenly: equal numbers' },
  { value: 'skill', label: 'By load and skill: more to those who are better at the rule' },
]

const NOUNS: Readonly<Record<WorkQueue, string>> = { case: 'case', accountAlert: 'account alert' }

export function SpreadDrawer({ value, onClose }: { value: SpreadOf; onClose: () => void }) {
  const { platform, label, caseIds, person } = value
  const { api } = useData()
  const queries = useQueryClient()
  const body = useRef<HTMLDivElement>(null)
  const [way, setWay] = useState<SpreadWay>('load')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [fault, setFault] = useState<string>()
  const load = useQuery(workloadQueries.load(api, platform))
  const queues: readonly WorkQueue[] = caseIds ? ['case'] : WORK_QUEUES
  // people whose work is redistributed receive none of it
  const present = (load.data?.members ?? []).filter(
    (one) => !one.isAbsent && one.person.id !== person && queues.some((queue) => one.worksOn.includes(queue)),
  )
  const toOf = (queue: WorkQueue) =>
    present.flatMap(({ person: { id }, worksOn }) => (left.has(id) || !worksOn.includes(queue) ? [] : [id]))
  const plans = useQueries({
    queries: queues.map((queue) =>
      workloadQueries.plan(api, platform, {
        queue,
        to: toOf(queue),
        way,
        ...(caseIds && { ids: [...caseIds] }),
        ...(person && { person }),
      }),
    ),
  })
  const planOf = (queue: WorkQueue) => (toOf(queue).length > 0 ? plans[queues.indexOf(queue)] : undefined)
  const assignmentsOf = (queue: WorkQueue) => planOf(queue)?.data?.assignments ?? []
  const total = queues.reduce((sum, queue) => sum + assignmentsOf(queue).length, 0)

  const submit = async () => {
    if (total === 0) return setFault('Nothing would be assigned.')
    try {
      for (const queue of queues) {
        const assignments = assignmentsOf(queue).map(({ id, from, to }) => ({ id, from: from?.id ?? null, to: to.id }))
        if (assignments.length > 0) await api.send(team.spread, { body: { queue, assignments } }, { platform })
      }
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(`Not assigned: ${error.message}`)
    }
    void queries.invalidateQueries({ queryKey: workloadKey(platform) })
    return undefined
  }
  useFormActions(body, { submit: () => void submit() })
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
        {load.data && present.length === 0 && <p>Nobody on the roster of the queue is present.</p>}
        {present.map((one) => (
          <Check
            key={one.person.id}
            isChecked={!left.has(one.person.id)}
            onChange={(isIn) => toggle(one.person.id, isIn)}
          >
            {one.person.name} <span className="text-muted">{assignedOf(one)} open</span>
          </Check>
        ))}
      </fieldset>
      {queues.map((queue) => {
        const plan = planOf(queue)
        if (plan === undefined) return null
        return (
          <section key={queue} aria-label={WORK_QUEUE_LABELS[queue]} className="grid gap-2">
            <h3 className="text-label font-medium text-muted">{WORK_QUEUE_LABELS[queue]}</h3>
            {plan.isFetching && !plan.data && <Skeleton lines={4} label="Planning" />}
            {plan.isError && <p role="alert">{plan.error.message}</p>}
            {plan.data && <Planned plan={plan.data} queue={queue} way={way} />}
          </section>
        )
      })}
      <Staying member={load.data?.members.find((one) => one.person.id === person)} />
      {fault && <p role="alert">{fault}</p>}
      <p className="flex flex-wrap gap-2">
        <Button variant="primary" keys={keys} onClick={() => void submit()}>
          Assign {caseIds ? countOf(total, 'case') : countOf(total, 'case or alert', 'cases and alerts')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </div>
  )
}

function Planned({ plan, queue, way }: { plan: Plan; queue: WorkQueue; way: SpreadWay }) {
  const { assignments, receivers, unchanged, excluded, isCut } = plan
  if (assignments.length + unchanged + excluded === 0) return <p className="text-muted">Nothing is open.</p>
  return (
    <>
      <Receivers receivers={receivers} way={way} />
      {unchanged > 0 && <p className="text-muted">{countOf(unchanged, NOUNS[queue])} stay as they are.</p>}
      {excluded > 0 && <p>{countOf(excluded, NOUNS[queue])} stay: everybody chosen is excluded from them.</p>}
      {isCut && <p>There are more: assign these first, then the rest.</p>}
    </>
  )
}

/** The work of a person without an assignee that could change. */
function Staying({ member }: { member: MemberLoad | undefined }) {
  if (!member) return null
  const rest = totalOf(member, 'open') - assignedOf(member)
  if (rest === 0) return null
  const { form, ticket, sanctionsHit } = member.queues
  const parts = [
    form.open > 0 && countOf(form.open, 'form'),
    ticket.open > 0 && countOf(ticket.open, 'ticket'),
    sanctionsHit.open > 0 && `${countOf(sanctionsHit.open, 'sanctions hit')}, which follow their account alerts`,
  ].filter((part) => part !== false)
  return (
    <p>
      Also open with {member.person.name}: {parts.join('; ')}. Forms and tickets have no assignee: anybody can go on
      with them.
    </p>
  )
}
