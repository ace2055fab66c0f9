/** Spreading the work of a queue over people: planned first, and written as planned where nothing went on meanwhile. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Input, Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { WORK_QUEUE_LABELS } from '#contract/model/team/exclusion.ts'
import { SPREAD_MAX } from '#contract/model/team/team.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkOp } from '#server/ops/check-op.ts'
import { isId, personOf, type Db } from '#server/store/sql.ts'
import { applyOp } from '#server/sync/effects.ts'
import { absencesOf, dayOf } from './absence.ts'
import { planWork, type Receiver, type Work } from './planner.ts'
import { receiversOn, SOURCES } from './work-sources.ts'

type Plan = Output<typeof team.planSpread>
type Wanted = Input<typeof team.planSpread>['body']
type Planned = Input<typeof team.spread>['body']

/** Open work, the oldest first, and at most one more than is spread at a time. */
async function workOf(db: Db, platform: string, { queue, ids, person }: Wanted): Promise<Work[]> {
  const { table, open, rule, ruleTypes, id } = SOURCES[queue]
  const known = queue === 'case' ? ids : ids?.filter(isId)
  const whose = known
    ? sql`w.id = any(${known}::${id}[])`
    : person === undefined
      ? sql`w.manager_id is null`
      : sql`w.manager_id = ${person}`
  const { rows } =
    await sql<Work>`select w.id::text as id, w.customer_id, ${rule} as rule_id, ${ruleTypes} as rule_types,
      (select ${personOf('m')} from account m where m.id = w.manager_id) as from
    from ${table} w where w.platform = ${platform} and ${open} and ${whose}
    order by w.created_at, w.id limit ${SPREAD_MAX + 1}`.execute(db)
  return rows
}

/** Who receives, with what they have open; refuses people who do not work the queue or are away. */
async function receiversOf(
  { db, platform, now }: Context,
  { queue, to }: { queue: Wanted['queue']; to: readonly string[] },
): Promise<Receiver[]> {
  const [found, absences] = await Promise.all([
    receiversOn(db, platform, queue),
    absencesOf(db, platform, dayOf(now())),
  ])
  return [...new Set(to)].map((id) => {
    const one = found.find(({ person }) => person.id === id)
    if (!one) throw new Refusal(400, `to: nobody called ${id} works the queue ${WORK_QUEUE_LABELS[queue]}`)
    const away = absences.find(({ person, from }) => person.id === id && from <= dayOf(now()))
    if (away) throw new Refusal(400, `to: ${one.person.name} is absent until ${away.to}`)
    return one
  })
}

/** Who would get what, and what would be taken from whom. */
export async function planSpread(context: Context, wanted: Wanted): Promise<Plan> {
  const { db, platform, now } = context
  const [found, receivers] = await Promise.all([workOf(db, platform, wanted), receiversOf(context, wanted)])
  const works = found.slice(0, SPREAD_MAX)
  const { queue, way, ids } = wanted
  const plan = await planWork(db, works, receivers, { platform, queue, now: now(), way })
  const assignments = plan.given.map(({ work, to }) => ({ id: work.id, from: work.from, to }))
  return {
    assignments,
    receivers: plan.receivers,
    unchanged: (ids ? new Set(ids).size : works.length) - assignments.length - plan.excluded,
    excluded: plan.excluded,
    isCut: found.length > SPREAD_MAX,
  }
}

/** Assigns each that is still with whom it was planned to be taken from; each is audited as any assignment. */
export async function assignPlanned(
  context: Context,
  { queue, assignments: planned }: Planned,
): Promise<Output<typeof team.spread>> {
  const receivers = await receiversOf(context, { queue, to: planned.map(({ to }) => to) })
  const receiverOf = new Map(receivers.map((one) => [one.person.id, one]))
  const skipped: string[] = []
  for (const one of planned) {
    const receiver = receiverOf.get(one.to)
    const isDone = receiver !== undefined && (await ASSIGN[queue](context, one, receiver))
    if (!isDone) skipped.push(one.id)
  }
  const assigned = planned.length - skipped.length
  const left = skipped.length === 0 ? '' : `, ${skipped.length} left: somebody else changed it first`
  return { message: `${assigned} of ${planned.length} assigned${left}.`, assigned, skipped }
}

type AssignOne = (context: Context, one: Planned['assignments'][number], to: Receiver) => Promise<boolean>

/** Checks whether it was assigned. Each in a transaction of its own; an exclusion since the plan leaves it where it is. */
const ASSIGN: Readonly<Record<Wanted['queue'], AssignOne>> = {
  case: (context, { id, from }, { person: manager }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('monitoring_case')
        .select(['customer_id', 'manager_id', 'status'])
        .where('platform', '=', context.platform)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.manager_id !== from || !['new', 'await'].includes(row.status)) return false
      const target = { platform: context.platform, customerId: row.customer_id, caseId: id }
      await applyOp(tx, context, checkOp({ opId: randomUUID(), kind: 'case.assign', target, body: { manager } }))
      return true
    }),
  accountAlert: (context, { id, from }, { person: manager }) =>
    context.db.transaction().execute(async (tx) => {
      if (!isId(id)) return false
      const row = await tx
        .selectFrom('alert')
        .select(['customer_id', 'manager_id', 'status'])
        .where('platform', '=', context.platform)
        .where('kind', '=', 'account')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      const isOpen = row && ['new', 'in_progress', 'await', 'notification_sent'].includes(row.status)
      if (!isOpen || row.manager_id !== from) return false
      const target = { platform: context.platform, customerId: row.customer_id, alertId: id }
      await applyOp(
        tx,
        context,
        checkOp({ opId: randomUUID(), kind: 'accountAlert.assign', target, body: { manager } }),
      )
      return true
    }),
}
