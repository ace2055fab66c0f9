/** Common planning of row operations, for every queue: one draft per row, and assignments. */
import type { Person } from '#contract/model/common.ts'
import type { AnyDraft } from '#contract/ops/kinds.ts'
import type { Plan } from '#src/commands/command.ts'
import { reassignmentText } from '#src/features/cases/reassignment.ts'
import { formatCount } from '#src/format/count.ts'

/** Above this, a plan asks for confirmation. */
export const MANY = 50
export const NOT_LOADED = 'not loaded yet'

export interface RowTargets<Row> {
  ids: readonly string[]
  rowOf: (id: string) => Row | undefined
}

/** Plans one draft per row, excluding unloaded rows and those that the draft refuses with a reason. */
export function planEach<Row>({ ids, rowOf }: RowTargets<Row>, draft: (row: Row) => AnyDraft | string) {
  const ops: AnyDraft[] = []
  const skipped: { id: string; reason: string }[] = []
  const rows: Row[] = []
  for (const id of ids) {
    const row = rowOf(id)
    if (!row) {
      skipped.push({ id, reason: NOT_LOADED })
      continue
    }
    const made = draft(row)
    if (typeof made === 'string') {
      skipped.push({ id, reason: made })
      continue
    }
    ops.push(made)
    rows.push(row)
  }
  return { ops, skipped, rows }
}

interface Giving<Row> {
  /** One row by its name, several by their number. */
  nameOf: (rows: readonly Row[]) => string
  count: (rows: number) => string
  /** The reason why a row cannot be assigned; null if it can. */
  against: (row: Row) => string | null
  draft: (row: Row) => AnyDraft
}

/** Assigns rows. Work taken from others is named, with the alternative of leaving it. */
export function planAssignment<Row extends { manager: Person | null }>(
  targets: RowTargets<Row>,
  manager: Person,
  giving: Giving<Row>,
  isTakingOver = true,
): Plan {
  const { nameOf, count, against, draft } = giving
  const holders: Person[] = []
  const { ops, skipped, rows } = planEach(targets, (row) => {
    const reason = against(row)
    if (reason !== null) return reason
    if (row.manager?.id === manager.id) return `already with ${manager.name}`
    if (row.manager !== null && !isTakingOver) return `with ${row.manager.name}`
    if (row.manager !== null) holders.push(row.manager)
    return draft(row)
  })
  const free = rows.length - holders.length
  const taken = reassignmentText(holders)
  return {
    ops,
    skipped,
    warnings: taken,
    summary: `${nameOf(rows)} → ${manager.name}`,
    ...(ops.length > MANY && { confirm: `${count(ops.length)} to ${[manager.name, ...taken].join(', ')}` }),
    ...(taken.length > 0 &&
      free > 0 && {
        instead: {
          title: `only the ${formatCount(free)} unassigned`,
          plan: planAssignment(targets, manager, giving, false),
        },
      }),
  }
}
