/**
 * The operations that take work from its assignee, cases or account alerts alike, and why a row is left out. Pure, so that
 * they can be previewed.
 */
import { CASE_LABELS, caseMay, type CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import type { Target } from '#contract/ops/op.ts'
import type { Plan } from '#src/commands/command.ts'
import { reassignmentText } from '#src/features/cases/reassignment.ts'
import { MANY, planEach, type RowTargets } from './plan-rows.ts'
import { cases, name, targetOf } from './plans.ts'

/** The person who hands over. */
export interface HandOverActor {
  me: Person | null
  mayAssign: boolean
}

export type HandOverAct = 'release' | 'escalate'

/** The objects of a hand-over, as the plans name and address them. */
export interface HandOverNoun<Row extends { manager: Person | null }> {
  area: WorkQueue
  /** In a sentence about those of others. */
  many: 'cases' | 'alerts'
  /** One row by its name, several by their number. */
  nameOf: (rows: readonly Row[]) => string
  count: (rows: number) => string
  targetOf: (row: Row) => Target
  /** The reason why its status does not allow it, after its name; null where it does. */
  againstStatus: (row: Row, act: HandOverAct) => string | null
}

export const caseHandOver: HandOverNoun<CaseItem> = {
  area: 'case',
  many: 'cases',
  nameOf: name,
  count: cases,
  targetOf: (row) => targetOf(row),
  againstStatus: ({ status, statusCases }, act) => (caseMay(act, status) ? null : `is ${CASE_LABELS[statusCases]}`),
}

/** The reason why a row is not handed over, after its name; null where it can be. */
export function againstHandOver<Row extends { manager: Person | null }>(
  noun: HandOverNoun<Row>,
  row: Row,
  act: HandOverAct,
  { me, mayAssign }: HandOverActor,
): string | null {
  const { manager } = row
  const closed = noun.againstStatus(row, act)
  if (closed !== null) return closed
  if (manager === null) return act === 'release' ? 'is in the queue already' : null
  if (manager.id === me?.id || mayAssign) return null
  return `is with ${manager.name}: only managers ${act} the ${noun.many} of others`
}

/** The people that work is taken from, but for the one who hands over. */
const takenFrom = (rows: readonly { manager: Person | null }[], { me }: HandOverActor): string[] =>
  reassignmentText(rows.flatMap(({ manager }) => (manager && manager.id !== me?.id ? [manager] : [])))

/** Gives work back to the queue. */
export function planRelease<Row extends { manager: Person | null }>(
  noun: HandOverNoun<Row>,
  targets: RowTargets<Row>,
  by: HandOverActor,
): Plan {
  const { ops, skipped, rows } = planEach(
    targets,
    (row) =>
      againstHandOver(noun, row, 'release', by) ?? {
        kind: `${noun.area}.release`,
        target: noun.targetOf(row),
        body: {},
        expect: { manager: row.manager?.id ?? null },
      },
  )
  const taken = takenFrom(rows, by)
  return {
    ops,
    skipped,
    warnings: taken,
    summary: `${noun.nameOf(rows)} → the queue`,
    ...(ops.length > MANY && { confirm: [`Release ${noun.count(ops.length)} to the queue`, ...taken].join(', ') }),
  }
}

/** Hands work to a manager, each with the same note. */
export function planEscalate<Row extends { manager: Person | null }>(
  noun: HandOverNoun<Row>,
  targets: RowTargets<Row>,
  { manager, note }: { manager: Person; note: string },
  by: HandOverActor,
): Plan {
  const { ops, skipped, rows } = planEach(targets, (row) =>
    row.manager?.id === manager.id
      ? `already with ${manager.name}`
      : (againstHandOver(noun, row, 'escalate', by) ?? {
          kind: `${noun.area}.escalate`,
          target: noun.targetOf(row),
          body: { manager, note },
          expect: { manager: row.manager?.id ?? null },
        }),
  )
  const taken = takenFrom(rows, by)
  return {
    ops,
    skipped,
    warnings: taken,
    summary: `${noun.nameOf(rows)} escalated to ${manager.name}`,
    ...(ops.length > MANY && {
      confirm: [`Escalate ${noun.count(ops.length)} to ${manager.name}`, ...taken].join(', '),
    }),
  }
}
