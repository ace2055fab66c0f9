// The drawer 'auto-assignment': the policy that holds for each queue, and what it or another would do now. Writes nothing.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/call.ts'
import { AUTO_MOST, type team } from '#contract/calls/team.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import type { SpreadWay } from '#contract/model/team/spread.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { workloadQueries } from './queries.ts'
import { Receivers } from './receivers.tsx'

type Policies = Output<typeof team.autoAssign>

const QUEUES = [
  { value: 'case', label: 'Cases' },
  { value: 'accountAlert', label: 'Account alerts' },
] as const
const WAYS: readonly { value: SpreadWay; label: string }[] = [
  { value: 'even', label: 'Evenly' },
  { value: 'load', label: 'By load' },
  { value: 'skill', label: 'By load and skill' },
]

const inWords = ({ way, most }: Policies[WorkQueue]) =>
  way === null ? 'Off' : `${WAYS.find(({ value }) => value === way)?.label}, at most ${most} open a person`

export function AutoAssignDrawer({
  value: { platform },
  onClose,
}: {
  value: { platform: string }
  onClose: () => void
}) {
  const { api } = useData()
  const { data, isError, error } = useQuery(workloadQueries.autoAssign(api, platform))
  return (
    <div className="grid max-w-[720px] gap-4">
      {isError && !data && <p role="alert">The policies could not be read: {error.message}</p>}
      {!data && !isError && <Skeleton lines={6} label="Loading the policies" />}
      {data && (
        <>
          <Details
            rows={[
              ['Cases', inWords(data.case)],
              ['Account alerts', inWords(data.accountAlert)],
              ['New work of absent people', data.reassignsAbsent ? 'Is given out' : 'Stays with them'],
            ]}
          />
          <p className="text-list text-muted">Administrators change this in Administration, Policies.</p>
          <DryRun policies={data} platform={platform} />
        </>
      )}
      <p>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}

function DryRun({ policies, platform }: { policies: Policies; platform: string }) {
  const { api } = useData()
  const [queue, setQueue] = useState<WorkQueue>('case')
  const [way, setWay] = useState<SpreadWay>(policies.case.way ?? 'load')
  const [most, setMost] = useState(String(policies.case.most))
  const limit = /^\d+$/.test(most) ? Number(most) : 0
  const isLimit = limit >= 1 && limit <= AUTO_MOST
  const plan = useQuery({
    ...workloadQueries.planAuto(api, platform, { queue, way, most: isLimit ? limit : 1 }),
    enabled: isLimit,
  })
  const choose = (next: WorkQueue) => {
    setQueue(next)
    setWay(policies[next].way ?? 'load')
    setMost(String(policies[next].most))
  }
  return (
    <section aria-label="Assignments it would make now" className="grid gap-4">
      <h3 className="text-label font-medium text-muted">Assignments it would make now</h3>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-3">
        <Field label="Queue">
          <Choice value={queue} options={QUEUES} onChange={choose} />
        </Field>
        <Field label="How">
          <Choice value={way} options={WAYS} onChange={setWay} />
        </Field>
        <Field label="Most open a person" error={isLimit ? undefined : `Enter a whole number from 1 to ${AUTO_MOST}.`}>
          <TextInput inputMode="numeric" value={most} onChange={({ target }) => setMost(target.value)} />
        </Field>
      </div>
      {isLimit && plan.isError && <p role="alert">It could not be planned: {plan.error.message}</p>}
      {isLimit && plan.isPending && <Skeleton lines={4} label="Planning" />}
      {isLimit && plan.data && <Outcome plan={plan.data} queue={queue} way={way} />}
    </section>
  )
}

function Outcome({ plan, queue, way }: { plan: Output<typeof team.planAuto>; queue: WorkQueue; way: SpreadWay }) {
  const noun = queue === 'case' ? 'case' : 'account alert'
  const { waiting, lastDay, left, isCut, receivers } = plan
  return (
    <>
      <p>
        {countOf(waiting, noun)} unassigned{isCut && ' and more'}, {lastDay} of them from the last 24 hours.{' '}
        {left > 0 && `${left} would stay unassigned: everybody present is at the limit.`}
      </p>
      {receivers.length === 0 ? <p>No analyst is present.</p> : <Receivers receivers={receivers} way={way} />}
    </>
  )
}
