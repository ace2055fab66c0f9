/** Facts that decisions rest on. */
import type { facts } from '#contract/calls/facts.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { noteStrRead } from '#server/cases/str-reads.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isId } from '#server/store/sql.ts'
import { guardOf } from './precedent-check.ts'
import { accountAlertFacts, caseFacts } from './fact-sheet.ts'

export const factsCalls: Handlers<typeof facts> = {
  async ofCase({ params }, context) {
    const { db, platform, now } = context
    const row = await findCaseRow(db, platform, params.caseId)
    if (!row) throw new Refusal(404, `There is no case ${params.caseId} here.`)
    await noteStrRead(context, row)
    return { ...(await caseFacts(db, row, now())), guard: await guardOf(db, context) }
  },

  async ofAlert({ params }, context) {
    const { db, platform, now } = context
    const sheet = isId(params.alertId) ? await accountAlertFacts(db, platform, params.alertId, now()) : null
    if (!sheet) throw new Refusal(404, `There is no account alert ${params.alertId} here.`)
    return { ...sheet, guard: await guardOf(db, context) }
  },
}
