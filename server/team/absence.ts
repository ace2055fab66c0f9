/** When members of staff are away. Absent people are given no work by spreading. */
import type { Absence } from '#contract/model/team/team.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { workersOf, canWorkOn } from '#server/identity/workers.ts'
import { isId, personOf, type Db, type RowOf } from '#server/store/sql.ts'

/** The day of a moment, UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

function select(db: Db, platform: string) {
  return db
    .selectFrom('staff_absence as s')
    .innerJoin('account as a', 'a.id', 's.account')
    .leftJoin('account as c', 'c.id', 's.cover')
    .select(['s.id', 's.account', 's.from_day', 's.to_day', personOf('a').as('person'), personOf('c').as('cover')])
    .where('s.platform', '=', platform)
}
type Row = RowOf<typeof select>

const toAbsence = (row: Row): Absence => ({
  id: row.id,
  person: row.person ?? { id: row.account, name: row.account },
  from: row.from_day,
  to: row.to_day,
  cover: row.cover,
})

/** Those that are not over on a day, soonest first. */
export async function absencesOf(db: Db, platform: string, day: string): Promise<Absence[]> {
  const rows = await select(db, platform).where('s.to_day', '>=', day).orderBy('s.from_day').orderBy('s.id').execute()
  return rows.map(toAbsence)
}

const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && dayOf(new Date(day)) === day

interface NewAbsence {
  person: string
  from: string
  to: string
  cover: string | null
}

/** Refuses what cannot be, each in its place. */
async function check({ db, platform, now }: Context, { person, from, to, cover }: NewAbsence): Promise<void> {
  if (!isDay(from)) throw new Refusal(400, 'from: there is no such day')
  if (!isDay(to)) throw new Refusal(400, 'to: there is no such day')
  if (to < from) throw new Refusal(400, 'to: is before from')
  if (to < dayOf(now())) throw new Refusal(400, 'to: is over already')
  if (cover === person) throw new Refusal(400, 'cover: somebody else has to cover')
  for (const [place, id] of [
    ['person', person],
    ['cover', cover],
  ] as const) {
    if (id === null) continue
    const found = db.selectFrom('account as p').select('p.id').where('p.id', '=', id).where(canWorkOn(platform))
    if (!(await found.executeTakeFirst())) throw new Refusal(400, `${place}: nobody of that name works here`)
  }
  if (cover !== null && !(await workersOf(db, platform, cover)).get(cover)?.queues.length) {
    throw new Refusal(400, 'cover: is on the roster of no queue')
  }
  const clash = await select(db, platform)
    .where('s.account', '=', person)
    .where('s.from_day', '<=', to)
    .where('s.to_day', '>=', from)
    .executeTakeFirst()
  if (clash) throw new Refusal(409, `from: an absence from ${clash.from_day} to ${clash.to_day} is entered already`)
}

/** Enters an absence. */
export async function addAbsence(context: Context, body: NewAbsence): Promise<Absence> {
  await check(context, body)
  const { db, platform, account, now } = context
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('staff_absence')
      .values({
        platform,
        account: body.person,
        from_day: body.from,
        to_day: body.to,
        cover: body.cover,
        author: account.id,
        at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, context, { action: 'add absence', object: { kind: 'account', id: body.person }, after: body })
    return toAbsence(await select(tx, platform).where('s.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** Ends an absence. */
export async function endAbsence(context: Context, id: string): Promise<void> {
  const { db, platform } = context
  await db.transaction().execute(async (tx) => {
    const gone = isId(id)
      ? await tx
          .deleteFrom('staff_absence')
          .where('platform', '=', platform)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      : undefined
    if (!gone) throw new Refusal(404, `There is no absence ${id} here.`)
    const { account, from_day: from, to_day: to, cover } = gone
    await record(tx, context, {
      action: 'end absence',
      object: { kind: 'account', id: account },
      before: { from, to, cover },
    })
  })
}
