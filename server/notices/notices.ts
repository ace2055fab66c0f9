/** Messages to everybody on a platform, until they end. */
import type { Notice } from '#contract/model/notice.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isId, personOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'

/** A list is for people. */
const MOST = 200
/** The maximum number of notices at a time. */
const MOST_AT_ONCE = 5
/** The maximum duration of a notice. */
const LONGEST_DAYS = 92
const DAY = 86_400_000

function select(db: Db, platform: string) {
  return db
    .selectFrom('notice as n')
    .innerJoin('account as p', 'p.id', 'n.author')
    .select(['n.id', 'n.text', 'n.author', 'n.at', 'n.until', 'n.ended_at', personOf('p').as('by')])
    .where('n.platform', '=', platform)
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
}
type Row = RowOf<typeof select>

const toNotice = (row: Row): Notice => ({
  id: row.id,
  text: row.text,
  by: row.by ?? { id: row.author, name: row.author },
  at: toStamp(row.at),
  until: row.until.toISOString(),
  endedAt: stampOrNull(row.ended_at),
})

/** Those that are shown now, latest first. */
export async function currentNotices({ db, platform, now }: Context): Promise<Notice[]> {
  const rows = await select(db, platform)
    .where('n.until', '>', now())
    .where('n.ended_at', 'is', null)
    .limit(MOST)
    .execute()
  return rows.map(toNotice)
}

/** All of late, those that are over too. */
export async function listNotices({ db, platform }: Context): Promise<Notice[]> {
  return (await select(db, platform).limit(MOST).execute()).map(toNotice)
}

export async function publishNotice(
  context: Context,
  { text, until }: { text: string; until: string },
): Promise<Notice> {
  const { db, platform, account, now } = context
  const end = new Date(until)
  if (end <= now()) throw new Refusal(400, 'until: is over already')
  if (end.getTime() > now().getTime() + LONGEST_DAYS * DAY) {
    throw new Refusal(400, `until: at most ${LONGEST_DAYS} days from now`)
  }
  if ((await currentNotices(context)).length >= MOST_AT_ONCE) {
    throw new Refusal(409, `At most ${MOST_AT_ONCE} notices are shown at a time: end one first.`)
  }
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('notice')
      .values({ platform, text, author: account.id, at: now(), until: end })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, context, { action: 'publish notice', object: { kind: 'notice', id }, after: { text, until } })
    return toNotice(await select(tx, platform).where('n.id', '=', id).executeTakeFirstOrThrow())
  })
}

export async function endNotice(context: Context, id: string): Promise<void> {
  const { db, platform, account, now } = context
  const missing = new Refusal(404, `There is no notice ${id} here that is shown.`)
  if (!isId(id)) throw missing
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notice')
      .set({ ended_at: now(), ended_by: account.id })
      .where('platform', '=', platform)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('until', '>', now())
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw missing
    await record(tx, context, { action: 'end notice', object: { kind: 'notice', id } })
  })
}
