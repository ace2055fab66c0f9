/** The roster of a platform and exclusions from its work, as managers change them. */
import { sql } from 'kysely'
import type { Input } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { WORK_QUEUES, RULE_TYPES } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import { isId, type Db } from '#server/store/sql.ts'

async function requireWorker(db: Db, platform: string, person: string): Promise<void> {
  const found = db.selectFrom('account as p').select('p.id').where('p.id', '=', person).where(canWorkOn(platform))
  if (!(await found.executeTakeFirst())) throw new Refusal(400, 'person: nobody of that name works here')
}

const sameQueues = (a: readonly string[] | null, b: readonly string[] | null) =>
  JSON.stringify(a?.toSorted()) === JSON.stringify(b?.toSorted())

/** Puts a person on queues, or leaves the queues to the role where `queues` is null. */
export async function setRoster(
  context: Context,
  { person, queues, was }: Input<typeof team.setRoster>['body'],
): Promise<{ message: string }> {
  const { db, platform, account, now } = context
  return db.transaction().execute(async (tx) => {
    await requireWorker(tx, platform, person)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`roster:${platform}:${person}`}, 0))`.execute(tx)
    const row = tx.selectFrom('staff_roster').select('queues').where('platform', '=', platform)
    const before = (await row.where('account', '=', person).executeTakeFirst())?.queues ?? null
    if (!sameQueues(before, was)) throw new Refusal(409, 'Somebody else changed the roster since you read it.')
    if (queues === null) {
      const gone = tx.deleteFrom('staff_roster').where('platform', '=', platform)
      await gone.where('account', '=', person).execute()
    } else {
      const wanted = WORK_QUEUES.filter((queue) => queues.includes(queue))
      const fields = { queues: wanted, updated_by: account.id, updated_at: now() }
      await tx
        .insertInto('staff_roster')
        .values({ platform, account: person, ...fields })
        .onConflict((conflict) => conflict.columns(['platform', 'account']).doUpdateSet(fields))
        .execute()
    }
    const object = { kind: 'account', id: person }
    await record(tx, context, { action: 'set roster', object, before: { queues: before }, after: { queues } })
    return { message: 'The roster is changed.' }
  })
}

/** Refuses what no work could match. */
async function checkValue(db: Db, platform: string, { scope, value }: Input<typeof team.addExclusion>['body']) {
  if (scope === 'queue' && !WORK_QUEUES.some((queue) => queue === value)) {
    throw new Refusal(400, `value: one of ${WORK_QUEUES.join(', ')}`)
  }
  if (scope === 'ruleType' && !RULE_TYPES.some((type) => type === value)) {
    throw new Refusal(400, 'value: there is no such type of rule')
  }
  if (scope !== 'customer') return
  const customer = db.selectFrom('customer').select('id').where('platform', '=', platform).where('id', '=', value)
  if (!(await customer.executeTakeFirst())) throw new Refusal(400, `value: there is no client ${value} here`)
}

/** Excludes a person from work from now on; what they hold already stays theirs. */
export async function addExclusion(
  context: Context,
  body: Input<typeof team.addExclusion>['body'],
): Promise<{ message: string }> {
  const { db, platform, account, now } = context
  const { person, scope, value, reason } = body
  await requireWorker(db, platform, person)
  await checkValue(db, platform, body)
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('staff_exclusion')
      .values({ platform, account: person, scope, value, reason, author: account.id, at: now() })
      .onConflict((conflict) => conflict.columns(['platform', 'account', 'scope', 'value']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, 'This exclusion is entered already.')
    const object = { kind: 'account', id: person }
    await record(tx, context, { action: 'add exclusion', object, after: { scope, value }, reason })
    return { message: 'The exclusion is entered.' }
  })
}

/** Ends an exclusion. */
export async function endExclusion(context: Context, id: string): Promise<void> {
  const { db, platform } = context
  await db.transaction().execute(async (tx) => {
    const gone = isId(id)
      ? await tx
          .deleteFrom('staff_exclusion')
          .where('platform', '=', platform)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      : undefined
    if (!gone) throw new Refusal(404, `There is no exclusion ${id} here.`)
    const { account, scope, value, reason } = gone
    const object = { kind: 'account', id: account }
    await record(tx, context, { action: 'end exclusion', object, before: { scope, value, reason } })
  })
}
