import { record } from '#server/audit/audit.ts'
import { moveCase } from '#server/cases/effects.ts'
import { lockCase } from '#server/cases/lock-rows.ts'
import type { Context } from '#server/core/context.ts'
import type { Tx } from '#server/ops/effect.ts'

/** A case awaiting its customer becomes new again, with the reason in its note. */
export async function resumeCase(
  tx: Tx,
  by: Pick<Context, 'platform' | 'account' | 'now' | 'origin'>,
  caseUuid: string,
  note: string,
): Promise<void> {
  const row = await lockCase(tx, by.platform, { caseUuid })
  if (row.status !== 'await') return
  const version = await moveCase(tx, by, row, { status: 'new' })
  await record(tx, by, {
    action: 'change status',
    object: { kind: 'case', id: row.id },
    version,
    before: { status: 'await' },
    after: { status: 'new' },
    note,
  })
}
