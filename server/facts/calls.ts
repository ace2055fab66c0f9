/** Facts that decisions rest on. */
import type { facts } from '#contract/calls/cases/facts.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import { noteStrRead } from '#server/cases/str-reads.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isId, type Db } from '#server/store/sql.ts'
import { limitsOf } from './check-read.ts'
import { guardOf } from './precedent-check.ts'
import { accountAlertFacts, caseFacts } from './fact-sheet.ts'

/** The window's warnings and refusals, by the policies of the platform. */
const rulesOf = async (db: Db, context: Context) => ({
  guard: await guardOf(db, context),
  limits: await limitsOf(db, context),
})

export const factsCalls: Handlers<typeof facts> = {
  async ofCase({ params }, context) {
    const { db, platform, now, config } = context
    const row = await findCaseRow(db, platform, params.caseId)
    if (!row) throw new Refusal(404, `There is no case ${params.caseId} here.`)
    await noteStrRead(context, row)
    return { ...(await caseFacts(db, row, { now: now(), config })), ...(await rulesOf(db, context)) }
  },

  async ofAlert({ params }, context) {
    const { db, platform, now, config } = context
    const sheet = isId(params.alertId)
      ? await accountAlertFacts(db, platform, params.alertId, { now: now(), config })
      : null
    if (!sheet) throw new Refusal(404, `There is no account alert ${params.alertId} here.`)
    return { ...sheet, ...(await rulesOf(db, context)) }
  },
}
