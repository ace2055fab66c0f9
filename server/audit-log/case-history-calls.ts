/** The history of a case, for everybody who may open it. */
import type { caseHistory } from '#contract/calls/cases/case-history.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { noteStrRead } from '#server/cases/str-reads.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { historyOf } from './of-case.ts'

export const caseHistoryCalls: Handlers<typeof caseHistory> = {
  async ofCase({ params }, context) {
    const { db, platform } = context
    const row = await findCaseRow(db, platform, params.caseId)
    if (!row) throw new Refusal(404, `There is no case ${params.caseId} here.`)
    await noteStrRead(context, row)
    return { items: await historyOf(db, platform, row.id) }
  },
}
