/** The operations that take cases from their assignees, and why a case is left out. Pure, so that they can be previewed. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { Person } from '#contract/model/common.ts'
import type { Plan } from '#src/commands/command.ts'
import { reassignmentText } from '#src/features/cases/reassignment.ts'
import { MANY, type RowTargets } from './plan-rows.ts'
import { cases, eachCase, name, targetOf } from './plans.ts'

/** The person who hands over. */
export interface Mover {
  me: Person | null
  mayAssign: boolean
}

function againstMoving({ manager }: CaseItem, { me, mayAssign }: Mover, act: string): string | null {
  if (manager === null || manager.id === me?.id || mayAssign) return null
  return `is with ${manager.name}: only managers ${act} the cases of others`
}

/** Why a case is not released, after its number; null where it can be. */
export const againstReleasing = (row: CaseItem, by: Mover): string | null =>
  row.manager === null ? 'is in the queue already' : againstMoving(row, by, 'release')

/** Why a case is not escalated, after its number; null where it can be. */
export const againstEscalating = (row: CaseItem, by: Mover): string | null => againstMoving(row, by, 'escalate')

/** The people that cases are taken from, but for the one who hands over. */
const takenFrom = (rows: readonly CaseItem[], { me }: Mover): string[] =>
  reassignmentText(rows.flatMap(({ manager }) => (manager && manager.id !== me?.id ? [manager] : [])))

/** Gives cases back to the queue. */
export function planRelease(targets: RowTargets<CaseItem>, by: Mover): Plan {
  const { ops, skipped, rows } = eachCase(
    targets,
    'release',
    (row) =>
      againstReleasing(row, by) ?? {
        kind: 'case.release',
        target: targetOf(row),
        body: {},
        expect: { manager: row.manager?.id ?? null },
      },
  )
  const taken = takenFrom(rows, by)
  return {
    ops,
    skipped,
    warnings: taken,
    summary: `${name(rows)} → the queue`,
    ...(ops.length > MANY && { confirm: [`Release ${cases(ops.length)} to the queue`, ...taken].join(', ') }),
  }
}

/** Hands cases to a manager, each with the same note. */
export function planEscalate(targets: RowTargets<CaseItem>, manager: Person, note: string, by: Mover): Plan {
  const { ops, skipped, rows } = eachCase(targets, 'escalate', (row) =>
    row.manager?.id === manager.id
      ? `already with ${manager.name}`
      : (againstEscalating(row, by) ?? {
          kind: 'case.escalate',
          target: targetOf(row),
          body: { manager, note },
          expect: { manager: row.manager?.id ?? null },
        }),
  )
  const taken = takenFrom(rows, by)
  return {
    ops,
    skipped,
    warnings: taken,
    summary: `${name(rows)} escalated to ${manager.name}`,
    ...(ops.length > MANY && { confirm: [`Escalate ${cases(ops.length)} to ${manager.name}`, ...taken].join(', ') }),
  }
}
