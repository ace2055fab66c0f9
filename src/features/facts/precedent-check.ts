/** The precedent check of a plan: its question, its operations, and its alternative. */
import {
  againstPrecedent,
  decidedAs,
  precedentSentence,
  precedentsIn,
  statedPrecedents,
  type AgainstPrecedent,
} from '#contract/model/facts/precedent.ts'
import { findFact, type FactSheet } from '#contract/model/facts/facts.ts'
import { factsOf } from '#contract/model/facts/seen-facts.ts'
import { findKind } from '#contract/ops/kinds.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { Against, Plan } from '#src/commands/command.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { subjectOf } from './facts-on-screen.ts'
import { sourceHref } from './links.ts'
import type { FactSubject } from './queries.ts'

/** The maximum number of listed alerts. */
const TOLD = 3
/** The record without a reason. */
const KEPT = 'Kept'

interface Differing {
  op: OpDraft
  sheet: FactSheet
  against: AgainstPrecedent
}

const isOnCase = ({ kind }: OpDraft) => findKind(kind)?.subject === 'case'

/** A decision with the precedents that were known; and whether it goes against them. */
function judgeOp(op: OpDraft, sheetOf: SheetOf): { op: OpDraft; differing: Differing | null } {
  const as = decidedAs(op)
  const sheet = as && sheetOf(subjectOf(op))
  if (!as || !sheet?.guard) return { op, differing: null }
  const precedents = precedentsIn(sheet, isOnCase(op) ? null : (op.target.alertId ?? null))
  const seen = statedPrecedents(precedents)
  const against = againstPrecedent(precedents, as, sheet.guard)
  const stated = { ...op, body: { ...(op.body as object), precedent: { seen } } }
  return { op: stated, differing: against && { op: stated, sheet, against } }
}

type SheetOf = (subject: FactSubject) => FactSheet | undefined

/** A plan as it is where precedent is with it, each decision with what was known of it; else with the question. */
export function checkPrecedent(plan: Plan, sheetOf: SheetOf): Plan {
  const judged = plan.ops.map((op) => judgeOp(op, sheetOf))
  const ops = judged.map(({ op }) => op)
  const found = judged.flatMap(({ differing }) => differing ?? [])
  const [first] = found
  if (!first) return { ...plan, ops }
  const subjects = new Set(ops.filter((op) => decidedAs(op) !== null).map((op) => subjectOf(op).id))
  const isOne = subjects.size === 1
  const differing = new Set(found.map(({ op }) => op))
  const words = isOne ? 'against precedent' : `${formatCount(found.length)} against precedent`
  return {
    ...plan,
    ops,
    warnings: [...plan.warnings, words],
    confirm: `${plan.confirm ?? plan.asks ?? plan.summary}, ${words}`,
    against: {
      text: isOne ? precedentSentence(first.against) : told(found),
      links: isOne ? linksOf(first) : [],
      answered: (reason) =>
        ops.map((op) => (differing.has(op) ? answered(op, reason.trim() === '' ? KEPT : reason.trim()) : op)),
    },
    ...insteadOf({ ...plan, ops }, differing),
  }
}

const answered = (op: OpDraft, answer: string): OpDraft => {
  const body = op.body as { precedent: object }
  return { ...op, body: { ...body, precedent: { ...body.precedent, answer } } }
}

function told(found: readonly Differing[]): string {
  const lines = found.slice(0, TOLD).map(({ op, against }) => `${subjectOf(op).id}: ${precedentSentence(against)}`)
  const more = found.length - lines.length
  return [...lines, ...(more > 0 ? [`And ${formatCount(more)} more.`] : [])].join('\n')
}

const OUTCOMES: Readonly<Record<string, string>> = { str: 'STR' }

/** The latest of the precedents that speak. */
function linksOf({ op, sheet, against }: Differing): Against['links'] {
  const fact = findFact(factsOf(sheet, against.alertId), `precedent.${against.scope}`)
  if (fact?.state !== 'known') return []
  return (fact.items ?? []).flatMap(({ source, on, status = '' }) => {
    const href = source && sourceHref(op.target.platform, source, op.target.customerId)
    return href ? [{ title: [source.id, on, OUTCOMES[status] ?? status].filter(Boolean).join(' · '), href }] : []
  })
}

/** A plan for several without the operations against precedent, and those that belong to them. */
function insteadOf(plan: Plan, differing: ReadonlySet<OpDraft>): Pick<Plan, 'instead'> {
  const { ops, skipped } = plan
  const out = new Set(ops.flatMap((op, index) => (differing.has(op) ? [index] : [])))
  for (let before = -1; before !== out.size;) {
    before = out.size
    ops.forEach(({ needs = [] }, index) => {
      const together = [index, ...needs]
      if (together.some((one) => out.has(one))) together.forEach((one) => out.add(one))
    })
  }
  const kept = [...ops.keys()].filter((index) => !out.has(index))
  if (plan.instead || kept.length === 0) return {}
  const place = new Map(kept.map((from, to) => [from, to]))
  const left = kept.flatMap((index): OpDraft[] => {
    const { needs, ...op } = ops[index]!
    return [{ ...op, ...(needs && { needs: needs.flatMap((one) => place.get(one) ?? []) }) }]
  })
  const dropped = [...out].map((index) => ops[index]!)
  const first = findKind(left[0]?.kind ?? '')
  const count = countOf(
    left.filter(({ kind }) => kind === left[0]?.kind).length,
    first?.subject === 'case' ? 'case' : 'alert',
  )
  const words = `${formatCount(differing.size)} left out: against precedent`
  return {
    instead: {
      title: `only the ${count} that precedent agrees with`,
      plan: {
        ...plan,
        ops: left,
        skipped: [
          ...skipped,
          ...dropped.map(({ target }) => ({ id: target.alertId ?? target.caseId ?? '', reason: 'against precedent' })),
        ],
        summary: `${first?.words.done ?? ''}: ${count}; ${words}`,
      },
    },
  }
}
