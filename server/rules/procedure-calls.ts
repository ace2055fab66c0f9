/** The steps that rules require before an alert is closed: what is left of them, and which are done. */
import type { rules } from '#contract/calls/rules/rules.ts'
import { record } from '#server/audit/audit.ts'
import { findCaseRow } from '#server/cases/case-detail.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { proceduresOfAlert, proceduresOfCase, type Procedure } from './procedures.ts'

export const missing = (what: string, id: string) => new Refusal(404, `There is no ${what} ${id} here.`)

async function procedures(
  { db, platform }: Context,
  alertId: string,
  kind?: 'transaction' | 'account',
): Promise<Procedure[]> {
  const found = await proceduresOfAlert(db, platform, alertId, kind)
  if (!found) throw missing('alert', alertId)
  return found
}

type ProcedureCalls = 'validateProcedures' | 'accountAlertProcedures' | 'alertProcedures' | 'markProcedure'

export const procedureCalls: Pick<Handlers<typeof rules>, ProcedureCalls> = {
  async validateProcedures({ params }, { db, platform }) {
    if (!(await findCaseRow(db, platform, params.caseId))) throw missing('case', params.caseId)
    const missed = (await proceduresOfCase(db, platform, params.caseId)).filter(({ done }) => !done)
    return { isValid: missed.length === 0, missing: missed }
  },

  async accountAlertProcedures({ params }, context) {
    return { items: await procedures(context, params.alertId, 'account') }
  },

  async alertProcedures({ params }, context) {
    return { items: await procedures(context, params.alertId, 'transaction') }
  },

  async markProcedure({ params: { alertId, procedureId }, body: { done } }, context) {
    const step = (await procedures(context, alertId)).find(({ id }) => id === procedureId)
    if (!step) throw missing('procedure', procedureId)
    await context.db.transaction().execute(async (tx) => {
      const row = { alert_id: alertId, procedure_id: procedureId, done_by: context.account.id, at: context.now() }
      const { length } = done
        ? await tx
            .insertInto('procedure_done')
            .values(row)
            .onConflict((one) => one.doNothing())
            .returning('at')
            .execute()
        : await tx
            .deleteFrom('procedure_done')
            .where('alert_id', '=', alertId)
            .where('procedure_id', '=', procedureId)
            .returning('at')
            .execute()
      if (length === 0) return
      const change = { before: { done: !done }, after: { done, procedure: step.text } }
      await record(tx, context, { action: 'mark procedure', object: { kind: 'alert', id: alertId }, ...change })
    })
    return { items: await procedures(context, alertId) }
  },
}
