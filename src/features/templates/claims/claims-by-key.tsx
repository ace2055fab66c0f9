// Claims of templates with their results: by shape, text, and value.
import type { EvaluatedClaim } from '#contract/model/facts/claims.ts'
import type { Verdict } from '#contract/model/facts/seen-facts.ts'
import { Kbd } from '#src/ui/kbd.tsx'

const MARK: Record<Verdict, { shape: string; word: string; tone: string }> = {
  supported: { shape: '✓', word: 'Supported', tone: 'text-done' },
  contradicted: { shape: '✗', word: 'Contradicted', tone: 'text-stop' },
  unknown: { shape: '?', word: 'Not checked', tone: 'text-warn' },
}

/** The worst verdict of several; null where nothing is claimed. */
export function worstOf(judged: readonly EvaluatedClaim[]): Verdict | null {
  const has = (verdict: Verdict) => judged.some((one) => one.verdict === verdict)
  return (['contradicted', 'unknown', 'supported'] as const).find(has) ?? null
}

/** A tick, a cross or a question mark, with its word for screen readers. */
export function ClaimMark({ verdict }: { verdict: Verdict }) {
  const { shape, word, tone } = MARK[verdict]
  return (
    <span className={tone}>
      <span aria-hidden="true">{shape}</span>
      <span className="sr-only">{word}: </span>
    </span>
  )
}

/** The claims of one template, one below the other. */
export function ClaimList({ label, judged }: { label: string; judged: readonly EvaluatedClaim[] }) {
  return (
    <ul aria-label={`Claims of ${label}`} className="grid gap-0.5 text-list">
      {judged.map((one) => (
        <li key={`${one.fact} ${one.sentence}`} className="grid grid-cols-[1em_minmax(0,1fr)] gap-x-1.5">
          <ClaimMark verdict={one.verdict} />
          <span>
            {one.sentence} <span className="text-muted">({one.evidence})</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

export interface KeyedClaims {
  keys: readonly string[]
  title: string
  judged?: readonly EvaluatedClaim[]
}

/** The claims behind each digit, or each template; those of the first are open. */
export function ClaimsByKey({ items }: { items: readonly KeyedClaims[] }) {
  const claiming = items.flatMap(({ judged = [], ...one }) => (judged.length > 0 ? [{ ...one, judged }] : []))
  if (claiming.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-label font-medium text-muted">Templates checked against the facts</h3>
      {claiming.map(({ keys, title, judged }, index) => {
        const worst = worstOf(judged)
        return (
          <details key={title} open={index === 0}>
            <summary className="cursor-pointer text-list">
              {worst && <ClaimMark verdict={worst} />} <Kbd keys={keys} /> {title}
            </summary>
            <div className="ps-4">
              <ClaimList label={title} judged={judged} />
            </div>
          </details>
        )
      })}
    </section>
  )
}
