// One quality review: the payment and the alert, then one's own decision, and only then the first one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '#contract/call.ts'
import { quality } from '#contract/calls/quality.ts'
import {
  REVIEW_OUTCOMES,
  OUTCOME_LABELS,
  type BlindReview,
  type ReviewOutcome,
} from '#contract/model/quality/quality.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useData } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { Details } from '#src/features/cases/public.ts'
import { formatAmount } from '#src/format/amount.ts'
import { formatDateTime } from '#src/format/date.ts'
import { humanise } from '#src/format/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { qualityKey } from './queries.ts'

type Answer = Output<typeof quality.read>
const CHOICES = [
  { value: '', label: 'Not decided yet' },
  ...REVIEW_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
] as const

export function ReviewDrawer({ value: { platform }, onClose }: { value: { platform: string }; onClose: () => void }) {
  const { api } = useData()
  const [turn, setTurn] = useState(0)
  // assigning a review is no read: a cached one could be assigned to somebody else meanwhile
  const { data, isError, error } = useQuery({
    queryKey: ['quality review', platform, turn],
    queryFn: () => api.send(quality.next, {}, { platform, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  if (isError) return <p role="alert">It could not be read: {error.message}</p>
  if (!data) return <Skeleton lines={8} label="Loading the quality review" />
  if (!data.review) {
    return (
      <div className="grid gap-4">
        <p>No decision of another person is waiting.</p>
        <p>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </p>
      </div>
    )
  }
  return (
    <OneReview
      key={data.review.id}
      review={data.review}
      platform={platform}
      onNext={() => setTurn(turn + 1)}
      onClose={onClose}
    />
  )
}

interface OneReviewProps {
  review: BlindReview
  platform: string
  onNext: () => void
  onClose: () => void
}

function OneReview({ review, platform, onNext, onClose }: OneReviewProps) {
  const { api } = useData()
  const queries = useQueryClient()
  const body = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<ReviewOutcome | ''>('')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<{ outcome?: string; note?: string; all?: string }>({})
  const [answer, setAnswer] = useState<Answer>()

  const submit = async () => {
    if (answer) return onNext()
    if (outcome === '') return setFaults({ outcome: 'Choose what you decide.' })
    if (note.trim() === '') return setFaults({ note: 'Say why, in a sentence.' })
    setFaults({})
    try {
      setAnswer(
        await api.send(quality.read, { params: { reviewId: review.id }, body: { outcome, note } }, { platform }),
      )
      void queries.invalidateQueries({ queryKey: qualityKey(platform) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFaults({ all: `Not decided: ${error.message}` })
    }
    return undefined
  }
  useFormActions(body, { submit: () => void submit() })
  const keys = useKeysOf('dialog.submit')
  const { rule, client, payment } = review
  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Why it was raised</h3>
        <p>{review.why}</p>
        <Details
          rows={[
            ['Rule', rule.name],
            ['What it looks for', rule.description],
            ['Level', humanise(review.level)],
            ['Raised', formatDateTime(review.raisedAt)],
          ]}
        />
      </section>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Payment</h3>
        <Details
          rows={[
            ['Client', client.name],
            ['Kind', humanise(client.type)],
            ['Client’s country', client.country ?? ''],
            ['Risk', client.risk ? humanise(client.risk) : ''],
            ['At', formatDateTime(payment.at)],
            ['Amount', `${formatAmount(payment.amount)} ${payment.currency} (${formatAmount(payment.usd)} USD)`],
            ['Direction', humanise(payment.direction)],
            ['Service', payment.service ?? ''],
            ['Country', payment.country ?? ''],
            ['Counterparty', payment.counterparty],
            ['Country of the counterparty', payment.counterpartyCountry ?? ''],
            ['Purpose', payment.purpose ?? ''],
          ]}
        />
      </section>
      {answer ? (
        <section aria-label="The first decision" role="status" className="grid gap-2">
          <h3 className="text-label font-medium text-muted">The first decision</h3>
          <p>
            <Tag tone={answer.agrees ? 'done' : 'warn'}>{OUTCOME_LABELS[answer.first.outcome]}</Tag>
          </p>
          <Details
            rows={[
              ['By', answer.first.by.name],
              ['At', formatDateTime(answer.first.at)],
              ['Note', answer.first.note ?? ''],
            ]}
          />
          <p>{answer.message}</p>
        </section>
      ) : (
        <>
          <Field label="Your decision" error={faults.outcome}>
            <Choice value={outcome} options={CHOICES} onChange={setOutcome} />
          </Field>
          <Field label="Why" error={faults.note}>
            <TextArea value={note} maxLength={4000} onChange={({ target }) => setNote(target.value)} />
          </Field>
        </>
      )}
      {faults.all && <p role="alert">{faults.all}</p>}
      <p className="flex flex-wrap gap-2">
        <Button variant="primary" keys={keys} onClick={() => void submit()}>
          {answer ? 'Read the next' : 'Decide'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </p>
    </div>
  )
}
