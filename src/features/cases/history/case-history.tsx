// The history of a case: who decided, when, on which facts; and what has changed since.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { caseHistory } from '#contract/calls/cases/case-history.ts'
import type { HistoryEntry, RecordedEvidence, RecordedFact } from '#contract/model/cases/case-history.ts'
import { isFactId } from '#contract/model/facts/claims.ts'
import { factSentence } from '#contract/model/facts/fact-sentence.ts'
import { FACTS, type Fact } from '#contract/model/facts/facts.ts'
import { factsOf } from '#contract/model/facts/seen-facts.ts'
import { useData } from '#src/data/data.ts'
import { useFacts } from '#src/features/facts/public.ts'
import { adminPath } from '#src/features/admin-path.ts'
import { reasonLabel } from '#src/features/templates/public.ts'
import { fieldLabel } from '#src/format/field-table.ts'
import { humanise } from '#src/format/label.ts'
import { capitalise } from '#src/format/name.ts'
import { auditLabel } from '#src/format/record-labels.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Tag } from '#src/ui/tag.tsx'

interface OfCase {
  platform: string
  caseId: string
}

function useHistory({ caseId }: OfCase) {
  const { api } = useData()
  return useQuery({
    queryKey: ['cases', 'history', caseId],
    queryFn: ({ signal }) => api.send(caseHistory.ofCase, { params: { caseId } }, { signal, quiet: true }),
    staleTime: 0,
  })
}

export function CaseHistory({ platform, caseId }: OfCase) {
  const { data, isError, error } = useHistory({ platform, caseId })
  if (!data)
    return isError ? (
      <p className="p-4 text-muted">The history is in the server’s audit. {error.message}</p>
    ) : (
      <div className="p-4">
        <Skeleton lines={8} label="Loading the history" />
      </div>
    )
  return (
    <ol aria-label={`History of ${caseId}`} className="grid gap-4 p-4 text-list">
      {data.items.map((entry) => (
        <Entry key={entry.n} entry={entry} platform={platform} />
      ))}
      {data.items.length === 0 && <li className="text-muted">Nothing was recorded yet.</li>}
    </ol>
  )
}

function Entry({ entry, platform }: { entry: HistoryEntry; platform: string }) {
  const { alert, changes, note, reason, evidence } = entry
  return (
    <li className="grid gap-1 border-s-2 border-line ps-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{auditLabel(entry.action)}</span>
        <span>{entry.by.name}</span>
        <span className="text-muted">
          <DateDisplay value={(entry.decidedAt ?? entry.at).date} />
        </span>
        {entry.offline && (
          <span className="text-muted">
            offline, received <DateDisplay value={entry.at.date} />
          </span>
        )}
        <span className="grow" />
        <span className="text-label text-muted">Audit {entry.n}</span>
      </p>
      {alert && (
        <p className="text-muted">
          {alert.ruleName}, alert {alert.id},{' '}
          <Link
            to={adminPath(platform, `revision/${encodeURIComponent(alert.revisionId)}`)}
            className="text-accent underline"
          >
            rule as of then
          </Link>
        </p>
      )}
      {changes.map(({ field, before, after }) => (
        <p key={field}>
          <span className="text-muted">{fieldLabel(field)}: </span>
          {before === '' ? after : `${before} → ${after === '' ? 'none' : after}`}
        </p>
      ))}
      {reason && (
        <p>
          <span className="text-muted">Reason: </span>
          {reasonLabel(reason)}
        </p>
      )}
      {note && <p className="whitespace-pre-wrap break-words">{note}</p>}
      {evidence && <Recorded evidence={evidence} />}
    </li>
  )
}

const WITHOUT: Record<NonNullable<RecordedEvidence['without']>, string> = {
  allowlist: 'Decided by an allowlist: nobody read facts.',
  catalogue: 'Decided by a call that carries no facts.',
  unread: 'Decided without reading the facts.',
}

function Recorded({ evidence }: { evidence: RecordedEvidence }) {
  const { without, facts = [], claims = [], precedent, stepsPassed, override, explained, asOf } = evidence
  if (without) return <p className="text-muted">{WITHOUT[without]}</p>
  const reasons = [
    ['Against the facts', override],
    ['In their own words', explained],
    ['Steps passed over', stepsPassed && `${stepsPassed.steps.join('; ')}: ${stepsPassed.reason}`],
    ['Against precedent', precedent && `${precedent.sentence ?? 'Precedents agree'} ${precedent.answer ?? ''}`],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  return (
    <>
      {reasons.map(([label, text]) => (
        <p key={label}>
          <span className="text-muted">{label}: </span>
          {text}
        </p>
      ))}
      {facts.length > 0 && (
        <details>
          <summary className="cursor-pointer">
            {facts.length} facts on screen, read {asOf} UTC
          </summary>
          <ul className="grid gap-0.5 ps-4 pt-1">
            {facts.map((fact) => (
              <li key={fact.id}>
                {sentenceOf(fact)}{' '}
                {fact.seen !== fact.now && <Tag tone="warn">Changed before the decision arrived</Tag>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {claims.length > 0 && (
        <details>
          <summary className="cursor-pointer">{claims.length} claims of the note</summary>
          <ul className="grid gap-0.5 ps-4 pt-1">
            {claims.map((claim) => (
              <li key={claim.sentence}>
                {claim.sentence}: {claim.stated ?? claim.now}
                {claim.evidence && <span className="text-muted"> ({claim.evidence})</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const sentenceOf = ({ id, sentence }: RecordedFact) => sentence ?? `${labelOf(id)}: no longer known to the server.`
const labelOf = (id: string) => (isFactId(id) ? FACTS[id].label : humanise(id))

/** The facts of a decided alert at its decision, and the same facts today. */
export function DecidedFacts({ platform, caseId, alertId }: OfCase & { alertId: string }) {
  const { data, isError } = useHistory({ platform, caseId })
  const { sheet } = useFacts({ kind: 'case', id: caseId, platform })
  if (!data) {
    return isError ? (
      <p className="text-muted">The facts it was decided on are in the server’s audit, which cannot be reached.</p>
    ) : (
      <Skeleton lines={4} label="Loading the facts of the decision" />
    )
  }
  const decision = data.items.find(({ alert, evidence }) => alert?.id === alertId && evidence !== null)
  if (!decision?.evidence) return <p className="text-muted">No facts were recorded with this decision.</p>
  const { evidence } = decision
  if (evidence.without) return <p className="text-muted">{WITHOUT[evidence.without]}</p>
  const today = sheet ? factsOf(sheet, alertId) : []
  const all = (evidence.facts ?? []).map((fact) => compare(fact, today))
  const rows = all.toSorted((a, b) => Number(b.isMarked) - Number(a.isMarked))
  const changed = rows.filter(({ isMarked }) => isMarked).length
  return (
    <section aria-label="Facts of the decision" className="grid gap-2 text-list">
      <h3 className="text-label font-medium text-muted">
        Decided by {decision.by.name} on these facts, read {evidence.asOf} UTC
        {sheet && `; ${changed === 0 ? 'none has' : changed === 1 ? 'one has' : `${changed} have`} changed since`}
      </h3>
      <Table label="Facts then and today" columns={['Fact', 'Then', 'Today']} rows={rows} />
    </section>
  )
}

/** An age that is told in the same words: that days have passed is no change. */
const isSameAge = ({ sentence }: RecordedFact, now: Fact) =>
  FACTS[now.id].unit === 'days' && factSentence(now) === sentence

/** Facts that differ today stand out; equal versions are not said twice. */
function compare(fact: RecordedFact, today: readonly Fact[]) {
  const now = today.find(({ id }) => id === fact.id)
  const isSame = now?.version === fact.seen || (now !== undefined && isSameAge(fact, now))
  const is = now ? (isSame ? 'The same' : withoutLabel(fact.id, factSentence(now))) : 'Not read'
  const cells = [labelOf(fact.id), withoutLabel(fact.id, sentenceOf(fact)), is]
  return { key: fact.id, cells, isMarked: now !== undefined && !isSame }
}

/** A sentence beside the label of its fact. */
function withoutLabel(id: string, sentence: string): string {
  const label = `${labelOf(id)}: `
  return sentence.startsWith(label) ? capitalise(sentence.slice(label.length, -1)) : sentence
}
