// The drawer 'business hours': when the platform works and how long work may take, with what a change does to open work.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { businessHours } from '#contract/calls/business-hours.ts'
import { type BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import { WORK_QUEUES } from '#contract/model/values.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { formatDateTime } from '#src/format/date.ts'
import { formatCount } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextInput } from '#src/ui/form/field.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useDebounced } from '#src/ui/use-debounced.ts'
import { differencesOf, draftOf, QUEUE_LABELS, readDraft, type Faults } from './draft.ts'
import { BusinessHoursFields } from './business-hours-fields.tsx'
import { businessHoursKey, businessHoursQueries, type KeptBusinessHours } from './business-hours.ts'

/** The debounce of the preview, ms. */
const REST_MS = 300

interface Props {
  value: { platform: string }
  onClose: () => void
}

export function BusinessHoursDrawer({ value: { platform }, onClose }: Props) {
  const { api } = useData()
  const { data, isError, error } = useQuery(businessHoursQueries.policy(api, platform))
  if (isError && !data) return <p role="alert">It could not be read: {error.message}</p>
  if (!data) return <Skeleton lines={8} label="Loading the business hours" />
  return <HoursForm platform={platform} read={data} onClose={onClose} />
}

function HoursForm({ platform, read, onClose }: { platform: string; read: KeptBusinessHours; onClose: () => void }) {
  const { api } = useData()
  const queries = useQueryClient()
  const body = useRef<HTMLDivElement>(null)
  // a concurrent change must not alter the form being edited
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => draftOf(read.policy))
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [theirs, setTheirs] = useState<KeptBusinessHours>()
  const typed = readDraft(draft)
  const policy = 'policy' in typed ? typed.policy : null
  const faults: Faults = 'faults' in typed ? typed.faults : {}
  const changes = policy ? differencesOf(base.policy, policy) : []

  const submit = async () => {
    setTried(true)
    setRefused(undefined)
    if (!policy) return setRefused('Correct what is marked.')
    if (changes.length === 0) return setRefused('Nothing is changed.')
    if (reason.trim() === '') return setRefused('Enter a reason.')
    try {
      await api.send(businessHours.savePolicy, { body: { policy, version: base.version, reason } }, { platform })
      void queries.invalidateQueries({ queryKey: businessHoursKey(platform) })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status !== 409) return setRefused(`Not saved: ${error.message}`)
      // read anew rather than from the refusal: it is what the next attempt is checked against
      const now = await queries.fetchQuery({ ...businessHoursQueries.policy(api, platform), staleTime: 0 })
      setTheirs(now)
      setRefused('Not saved: somebody else changed the business hours since you opened them.')
    }
    return undefined
  }
  useFormActions(body, { submit: () => void submit() })
  const keys = useKeysOf('dialog.submit')
  /** Theirs with what was changed here on top, to be saved over theirs. */
  const keepMine = () => {
    if (!theirs) return
    setBase(theirs)
    setTheirs(undefined)
    setRefused(undefined)
  }
  const takeTheirs = () => {
    if (!theirs) return
    setDraft(draftOf(theirs.policy))
    keepMine()
  }

  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <BusinessHoursFields draft={draft} faults={faults} onChange={(change) => setDraft({ ...draft, ...change })} />
      {changes.length > 0 && (
        <ul aria-label="What changes" className="grid gap-1 text-list">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Preview platform={platform} policy={changes.length > 0 ? policy : null} />
      <Field label="Reason" error={isTried && reason.trim() === '' ? 'Enter a reason.' : undefined}>
        <TextInput value={reason} maxLength={2000} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {refused && <p role="alert">{refused}</p>}
      {theirs && <TheirChanges base={base.policy} theirs={theirs} onTake={takeTheirs} onKeep={keepMine} />}
      <p className="flex flex-wrap gap-2">
        <Button variant="primary" keys={keys} onClick={() => void submit()}>
          Save
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </div>
  )
}

interface TheirProps {
  base: BusinessHoursPolicy
  theirs: KeptBusinessHours
  onTake: () => void
  onKeep: () => void
}

/** A concurrent change, and the two answers to it. */
function TheirChanges({ base, theirs, onTake, onKeep }: TheirProps) {
  return (
    <section aria-label="Their changes" className="grid gap-2">
      <p>
        {theirs.changedBy?.name ?? 'Somebody'}
        {theirs.changedAt && `, ${formatDateTime(theirs.changedAt)}`}
      </p>
      <ul className="grid gap-1 text-list">
        {differencesOf(base, theirs.policy).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onTake}>Take theirs</Button>
        <Button onClick={onKeep}>Keep mine, to be saved over theirs</Button>
      </p>
    </section>
  )
}

/** The effect of the change on the due dates of open work; empty without a change. */
function Preview({ platform, policy }: { platform: string; policy: BusinessHoursPolicy | null }) {
  const { api } = useData()
  const rested = useDebounced(policy === null ? '' : JSON.stringify(policy), REST_MS)
  const asked = rested === '' ? null : (JSON.parse(rested) as BusinessHoursPolicy)
  const { data, isError, error, isFetching } = useQuery(businessHoursQueries.preview(api, platform, asked))
  if (policy === null) return null
  if (isError) return <p role="alert">The effect on open work could not be counted: {error.message}</p>
  if (!data) return <Skeleton lines={3} label="Counting open work" />
  const shift = ({ before, after }: { before: number; after: number }) =>
    `${formatCount(before)} → ${formatCount(after)}`
  return (
    <div aria-busy={isFetching} className={isFetching ? 'opacity-60' : ''}>
      <Table
        label="Effect on open work"
        columns={['Queue', 'Open', 'Due dates moved', 'SLA breached', 'Due soon']}
        align={{ 1: 'end', 2: 'end', 3: 'end', 4: 'end' }}
        rows={WORK_QUEUES.map((queue) => ({
          key: queue,
          cells: [
            QUEUE_LABELS[queue],
            formatCount(data[queue].open),
            formatCount(data[queue].changed),
            shift(data[queue].breached),
            shift(data[queue].dueSoon),
          ],
        }))}
      />
    </div>
  )
}
