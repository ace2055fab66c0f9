/** Spreading cases over people: planned first, and written as it was planned where nothing went on meanwhile. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Input, Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import type { Person } from '#contract/model/common.ts'
import { SPREAD_MAX } from '#contract/model/team.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/managers.ts'
import { checkOp } from '#server/ops/check-op.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import { applyOp } from '#server/sync/effects.ts'
import { absencesOf, dayOf } from './absence.ts'
import { planWork, type Receiver, type Work } from './planner.ts'

type Plan = Output<typeof team.planSpread>
type Wanted = Input<typeof team.planSpread>['body']

/** Open cases, the oldest first, and at most one more than are spread at a time. */
async function casesOf(db: Db, platform: string, { caseIds, person }: Wanted): Promise<Work[]> {
  const whose = caseIds
    ? sql`c.id = any(${caseIds})`
    : person === undefined
      ? sql`c.manager_id is null`
      : sql`c.manager_id = ${person}`
  const { rows } = await sql<Work>`select c.id, ${personOf('m')} as from,
      (select min(rule_id)::text from alert where platform = c.platform and case_id = c.id) as rule_id
    from monitoring_case c left join account m on m.id = c.manager_id
    where c.platform = ${platform} and c.status in ('new', 'await') and ${whose}
    order by c.created_at, c.id limit ${SPREAD_MAX + 1}`.execute(db)
  return rows
}

/** Who receives, with what they have open; refuses people who do not work here or are away. */
async function receiversOf({ db, platform, now }: Context, ids: readonly string[]): Promise<Receiver[]> {
  const wanted = [...new Set(ids)]
  const [found, absences] = await Promise.all([
    sql<Receiver>`select ${personOf('p')} as person, (select count(*)::int from monitoring_case
        where platform = ${platform} and manager_id = p.id and status in ('new', 'await')) as open
      from account p where p.id = any(${wanted}) and ${canWorkOn(platform)}`.execute(db),
    absencesOf(db, platform, dayOf(now())),
  ])
  return wanted.map((id) => {
    const one = found.rows.find(({ person }) => person.id === id)
    if (!one) throw new Refusal(400, `to: nobody called ${id} works here`)
    const away = absences.find(({ person, from }) => person.id === id && from <= dayOf(now()))
    if (away) throw new Refusal(400, `to: ${one.person.name} is absent until ${away.to}`)
    return one
  })
}

/** Who would get what, and what would be taken from whom. */
export async function planSpread(context: Context, wanted: Wanted): Promise<Plan> {
  const { db, platform, now } = context
  const [found, receivers] = await Promise.all([casesOf(db, platform, wanted), receiversOf(context, wanted.to)])
  const cases = found.slice(0, SPREAD_MAX)
  const plan = await planWork(db, cases, receivers, { platform, now: now(), way: wanted.way })
  const assignments = plan.given.map(({ work, to }) => ({ caseId: work.id, from: work.from, to }))
  return {
    assignments,
    receivers: plan.receivers,
    unchanged: (wanted.caseIds ? new Set(wanted.caseIds).size : cases.length) - assignments.length,
    isCut: found.length > SPREAD_MAX,
  }
}

/** Assigns each case that is still with whom it was planned to be taken from; each is audited as any assignment. */
export async function spreadCases(
  context: Context,
  planned: Input<typeof team.spread>['body']['assignments'],
): Promise<Output<typeof team.spread>> {
  const receivers = await receiversOf(
    context,
    planned.map(({ to }) => to),
  )
  const nameOf = new Map(receivers.map(({ person }) => [person.id, person]))
  const skipped: string[] = []
  for (const one of planned) {
    const manager = nameOf.get(one.to)
    if (!manager || !(await assignIfSame(context, one, manager))) skipped.push(one.caseId)
  }
  const assigned = planned.length - skipped.length
  const left = skipped.length === 0 ? '' : `, ${skipped.length} left: somebody else was quicker`
  return { message: `${assigned} of ${planned.length} assigned${left}.`, assigned, skipped }
}

async function assignIfSame(
  context: Context,
  { caseId, from }: { caseId: string; from: string | null },
  manager: Person,
): Promise<boolean> {
  const { db, platform } = context
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('monitoring_case')
      .select(['customer_id', 'manager_id', 'status'])
      .where('platform', '=', platform)
      .where('id', '=', caseId)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.manager_id !== from || !['new', 'await'].includes(row.status)) return false
    const target = { platform, customerId: row.customer_id, caseId }
    await applyOp(tx, context, checkOp({ opId: randomUUID(), kind: 'case.assign', target, body: { manager } }))
    return true
  })
}
