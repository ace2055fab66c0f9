/** The procedure steps of rules, and which of them are done. */
import type * as z from 'zod/mini'
import type { procedure, RuleOptions } from '#contract/model/rules/rule.ts'
import { isId, type Db } from '#server/store/sql.ts'

export type Procedure = z.infer<typeof procedure>

/** The procedures of one alert by the last revision of its rule; undefined where there is no such alert of the kind. */
export async function proceduresOfAlert(
  db: Db,
  platform: string,
  alertId: string,
  kind?: 'transaction' | 'account',
): Promise<Procedure[] | undefined> {
  if (!isId(alertId)) return undefined
  const [found] = await selectProcedures(db, platform, { alertIds: [alertId], kind })
  return found?.steps
}

/** The procedures of every alert of a case, alert by alert. */
export async function proceduresOfCase(db: Db, platform: string, caseId: string): Promise<Procedure[]> {
  return (await selectProcedures(db, platform, { caseId })).flatMap(({ steps }) => steps)
}

/** By alert, the steps that were not taken. */
export async function missingStepsOf(
  db: Db,
  platform: string,
  alertIds: readonly string[],
): Promise<Map<string, Procedure[]>> {
  if (alertIds.length === 0) return new Map()
  const found = await selectProcedures(db, platform, { alertIds })
  return new Map(found.map(({ alertId, steps }) => [alertId, steps.filter(({ done }) => !done)]))
}

interface Wanted {
  alertIds?: readonly string[]
  caseId?: string
  kind?: 'transaction' | 'account' | undefined
}

async function selectProcedures(
  db: Db,
  platform: string,
  { alertIds, caseId, kind }: Wanted,
): Promise<{ alertId: string; steps: Procedure[] }[]> {
  let query = db
    .selectFrom('alert as a')
    .innerJoin('rule as r', 'r.id', 'a.rule_id')
    .select(['a.id', 'r.options'])
    .where('a.platform', '=', platform)
    .orderBy('a.id')
  if (alertIds !== undefined) query = query.where('a.id', 'in', [...alertIds])
  if (caseId !== undefined) query = query.where('a.case_id', '=', caseId)
  if (kind !== undefined) query = query.where('a.kind', '=', kind)
  const alerts = await query.execute()
  if (alerts.length === 0) return []
  const done = await db
    .selectFrom('procedure_done')
    .select(['alert_id', 'procedure_id'])
    .where(
      'alert_id',
      'in',
      alerts.map(({ id }) => id),
    )
    .execute()
  const taken = new Set(done.map((one) => `${one.alert_id}/${one.procedure_id}`))
  return alerts.map(({ id, options }) => ({
    alertId: id,
    steps: ((options as RuleOptions).procedures ?? []).map((step) => ({
      id: step.id,
      text: step.text,
      done: taken.has(`${id}/${step.id}`),
    })),
  }))
}
