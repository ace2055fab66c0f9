/** The handover of a shift: written down, read again, sent to colleagues. */
import { sql } from 'kysely'
import type { handover } from '#contract/calls/handover.ts'
import { fromStamp, toStamp } from '#contract/model/common.ts'
import { SHIFT_HOURS, SHIFT_MAX_HOURS, type Brief, type Handover } from '#contract/model/handover.ts'
import { record } from '#server/audit/audit.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import { post, type MailOutbox } from '#server/mail/mail-outbox.ts'
import { isId, personOf, type Db, type RowOf } from '#server/store/sql.ts'
import { briefOf } from './brief.ts'
import { emailText } from './email.ts'

const HOUR = 3_600_000
const SHOWN = 50

function select(db: Db, platform: string) {
  return db
    .selectFrom('handover as h')
    .innerJoin('account as w', 'w.id', 'h.author')
    .select(['h.id', 'h.author', 'h.at', personOf('w').as('by')])
    .select(sql<Brief>`h.brief`.as('brief'))
    .where('h.platform', '=', platform)
    .orderBy('h.id', 'desc')
}
type Row = RowOf<typeof select>

const toHandover = ({ id, author, by, at, brief }: Row): Handover => ({
  id,
  by: by ?? { id: author, name: author },
  at: toStamp(at),
  brief,
})

/** The start of the shift: this many hours ago or, by default, the last handover within a shift's length. */
async function startOf({ db, platform, now }: Context, hours: number | null): Promise<Date> {
  const at = now().getTime()
  if (hours !== null) {
    if (hours > 0 && hours <= SHIFT_MAX_HOURS) return new Date(at - hours * HOUR)
    throw new Refusal(400, `hours: a shift is at most ${SHIFT_MAX_HOURS} hours long`)
  }
  const last = await select(db, platform).executeTakeFirst()
  const since = last ? fromStamp(last.brief.to) : Number.NaN
  const isOfToday = since < at && at - since <= SHIFT_MAX_HOURS * HOUR
  return new Date(isOfToday ? since : at - SHIFT_HOURS * HOUR)
}

export const handoverCalls = (mail: MailOutbox): Handlers<typeof handover> => ({
  async list(_, { db, platform }) {
    const rows = await select(db, platform).limit(SHOWN).execute()
    return { items: rows.map(toHandover) }
  },

  async write({ body }, context) {
    const { db, platform, account, now } = context
    const from = await startOf(context, body.hours)
    const brief = await briefOf(db, { platform, from, to: now() })
    return db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('handover')
        .values({ platform, author: account.id, at: now(), brief: JSON.stringify(brief) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const after = { from: brief.from, to: brief.to }
      await record(tx, context, { action: 'write handover', object: { kind: 'handover', id }, after })
      return toHandover(await select(tx, platform).where('h.id', '=', id).executeTakeFirstOrThrow())
    })
  },

  async mail({ params: { handoverId }, body }, context) {
    const { db, platform, config, now } = context
    const row = isId(handoverId)
      ? await select(db, platform).where('h.id', '=', handoverId).executeTakeFirst()
      : undefined
    if (!row) throw new Refusal(404, `There is no handover ${handoverId} here.`)
    const wanted = [...new Set(body.to)]
    const people = await db
      .selectFrom('account as p')
      .select(['p.id', 'p.email'])
      .where('p.id', 'in', wanted)
      .where(canWorkOn(platform))
      .execute()
    const stranger = wanted.find((id) => !people.some((one) => one.id === id))
    if (stranger !== undefined) throw new Refusal(400, `to: nobody called ${stranger} works here`)
    const letter = emailText(platform, toHandover(row), config.publicUrl)
    await db.transaction().execute(async (tx) => {
      for (const { email } of people) await post(tx, { platform, to: email, ...letter, attachment: null }, now())
      const object = { kind: 'handover', id: handoverId }
      await record(tx, context, { action: 'mail handover', object, after: { to: people.map(({ id }) => id) } })
    })
    mail.nudge()
    return { message: people.length === 1 ? 'Sent to one colleague.' : `Sent to ${people.length} colleagues.` }
  },
})
