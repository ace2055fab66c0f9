/** Quality reviews: made without the first decision, then compared with it; findings, with an answer. */
import { sql, type SqlBool } from 'kysely'
import type { Output, Parsed } from '#contract/call.ts'
import type { quality } from '#contract/calls/quality.ts'
import { toStamp, type Person } from '#contract/model/common.ts'
import {
  type BlindReview,
  type FirstDecision,
  type Finding,
  type ReviewOutcome,
  type QualityReview,
} from '#contract/model/quality/quality.ts'
import { mayAssignOthers } from '#contract/model/roles.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tx } from '#server/ops/effect.ts'
import { isUuid, personOf, stampOrNull, type Db } from '#server/store/sql.ts'

const DAY = 86_400_000
/** How long an item stays assigned to a reviewer who does not finish. */
const KEPT = DAY
/** A finding may be closed without an answer after so long. */
const PATIENCE = 7 * DAY
const SHOWN = 200

/** The first decision: it is not sent before the review is recorded. */
interface Taken {
  id: string
  rule_name: string
  rule_type: string
  rule_description: string
  level: string
  why: string
  raised_at: Date
  client: string
  client_type: string
  client_country: string | null
  risk: string | null
  at: Date
  amount: string
  currency: string
  usd: string
  direction: string
  service: string | null
  country: string | null
  counterparty: string
  counterparty_country: string | null
  purpose: string | null
}

/** The items that a person may review: not their own decisions or cases, nor known ones. */
const readableBy = (platform: string, me: string, now: Date) => sql<SqlBool>`l.platform = ${platform}
  and l.read_at is null and l.decided_by <> ${me}
  and (l.reader is null or l.reader = ${me} or l.taken_at < ${new Date(now.getTime() - KEPT)})
  and not exists (select from alert a where a.platform = l.platform and a.case_id = l.case_id and a.resolved_by = ${me})
  and not exists (select from quality_review o where o.alert_id = l.alert_id and o.reader = ${me} and o.id <> l.id)
  and not exists (select from golden_item g where g.alert_id = l.alert_id and g.author = ${me})`

/** Assigns the next review; null if none waits for this person. */
export async function takeNext({ db, platform, account, now }: Context): Promise<BlindReview | null> {
  const me = account.id
  const at = now()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update quality_review set reader = ${me}, taken_at = ${at} where id = (
        select l.id from quality_review l where ${readableBy(platform, me, at)}
        order by (l.reader = ${me}) is true desc, l.drawn_at, l.id limit 1 for update skip locked)
      returning id`.execute(tx)
    const [taken] = rows
    return taken ? blind(await showOf(tx, taken.id)) : null
  })
}

async function showOf(db: Db, id: string): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select l.id, a.rule_name, a.rule_type, a.rule_description, a.level, a.trigger_info ->> 'text' as why,
      a.created_at as raised_at, c.client_name as client, u.type as client_type, u.country as client_country, r.level as risk,
      t.at, t.amount, t.currency, t.usd, t.direction, t.service, t.country, t.counterparty_name as counterparty,
      t.counterparty_country, t.data ->> 'transactionDesc' as purpose
    from quality_review l join alert a on a.id = l.alert_id
    join monitoring_case c on c.platform = l.platform and c.id = l.case_id
    join transaction t on t.platform = c.platform and t.id = c.transaction_id
    join customer u on u.platform = c.platform and u.id = c.customer_id
    left join customer_risk r on r.platform = c.platform and r.customer_id = c.customer_id
    where l.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`quality review ${id} has no case`)
  return row
}

const blind = (row: Taken): BlindReview => ({
  id: row.id,
  rule: { name: row.rule_name, type: row.rule_type, description: row.rule_description },
  level: row.level,
  why: row.why,
  raisedAt: toStamp(row.raised_at),
  client: { name: row.client, type: row.client_type, country: row.client_country, risk: row.risk },
  payment: {
    at: toStamp(row.at),
    amount: row.amount,
    currency: row.currency,
    usd: row.usd,
    direction: row.direction,
    service: row.service,
    country: row.country,
    counterparty: row.counterparty,
    counterpartyCountry: row.counterparty_country,
    purpose: row.purpose,
  },
})

async function lockReview(tx: Tx, platform: string, id: string) {
  const row = isUuid(id)
    ? await tx
        .selectFrom('quality_review')
        .selectAll()
        .where('platform', '=', platform)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal(404, `There is no quality review ${id} here.`)
  return row
}

/** Records the review, and then returns the first decision. */
export async function readReview(
  context: Context,
  id: string,
  { outcome, note }: Parsed<typeof quality.read>['body'],
): Promise<Output<typeof quality.read>> {
  const { db, platform, account, now } = context
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, platform, id)
    // a review that is not assigned is reported as not found
    if (review.reader !== account.id) throw new Refusal(404, `There is no quality review ${id} here.`)
    if (review.read_at !== null) throw new Refusal(409, 'You decided it already.')
    const agrees = outcome === review.expected
    await tx
      .updateTable('quality_review')
      .set({ outcome, note, read_at: now(), finding: agrees ? null : 'open' })
      .where('id', '=', id)
      .execute()
    const first = await firstOf(tx, id)
    const object = { kind: 'quality review', id }
    const after = { alert: review.alert_id, outcome, first: review.expected, agrees }
    await record(tx, context, { action: 'quality review', object, after, note })
    const message = agrees ? 'Both came to the same.' : 'The first decision was another: a finding was made of it.'
    return { message, first, agrees }
  })
}

async function firstOf(db: Db, id: string): Promise<FirstDecision> {
  const row = await db
    .selectFrom('quality_review as l')
    .innerJoin('alert as a', 'a.id', 'l.alert_id')
    .innerJoin('account as w', 'w.id', 'l.decided_by')
    .select(['l.expected', 'l.decided_at', 'l.decided_by', 'a.note', personOf('w').as('by')])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow()
  const by = row.by ?? { id: row.decided_by, name: row.decided_by }
  return { outcome: row.expected, by, at: toStamp(row.decided_at), note: row.note }
}

interface ReviewRow {
  id: string
  alert_id: string
  case_id: string
  rule_name: string
  is_golden: boolean
  by: Person
  decided_at: Date
  expected: ReviewOutcome
  first_note: string | null
  reader: Person
  read_at: Date
  outcome: ReviewOutcome
  note: string
  finding: Finding | null
  reply: string | null
  reply_agrees: boolean | null
  replied_at: Date | null
  closed: Person | null
  closed_at: Date | null
  closing_note: string | null
}

/** The person of a finding: the first decider or, for a known item, the reviewer. */
const CONCERNED = sql`case when l.is_golden then l.reader else l.decided_by end`

/** Completed reviews: everybody's for managers, for others those about or by them. */
export async function reviewsOf(
  { db, platform, account, now }: Context,
  { show, person }: Parsed<typeof quality.reviews>['query'],
): Promise<QualityReview[]> {
  const isManager = mayAssignOthers(account.roles)
  const mine = sql`(${CONCERNED} = ${account.id} or l.reader = ${account.id})`
  const conditions = [
    sql`l.platform = ${platform}`,
    sql`l.read_at is not null`,
    ...(isManager ? [] : [mine]),
    ...(show === 'findings' ? [sql`l.finding in ('open', 'answered')`] : []),
    ...(person === undefined ? [] : [sql`${CONCERNED} = ${person}`]),
  ]
  const { rows } = await sql<ReviewRow>`
    select l.id, l.alert_id, l.case_id, a.rule_name, l.is_golden, ${personOf('d')} as by, l.decided_at, l.expected,
      a.note as first_note, ${personOf('r')} as reader, l.read_at, l.outcome, l.note, l.finding, l.reply, l.reply_agrees,
      l.replied_at, ${personOf('k')} as closed, l.closed_at, l.closing_note
    from quality_review l join alert a on a.id = l.alert_id join account d on d.id = l.decided_by
    join account r on r.id = l.reader left join account k on k.id = l.closed_by
    where ${sql.join(conditions, sql` and `)} order by l.read_at desc, l.id limit ${SHOWN}`.execute(db)
  return rows.map((row) => toReview(row, { id: account.id, isManager, now: now() }))
}

interface Viewer {
  id: string
  isManager: boolean
  now: Date
}

function toReview(row: ReviewRow, viewer: Viewer): QualityReview {
  const concerned = row.is_golden ? row.reader : row.by
  const state = { ...row, concerned: concerned.id, reader: row.reader.id }
  return {
    id: row.id,
    alertId: row.alert_id,
    caseId: row.case_id,
    rule: row.rule_name,
    first: { outcome: row.expected, by: row.by, at: toStamp(row.decided_at), note: row.first_note },
    reader: row.reader,
    readAt: toStamp(row.read_at),
    outcome: row.outcome,
    note: row.note,
    agrees: row.outcome === row.expected,
    finding: row.finding,
    concerned,
    reply:
      row.replied_at && row.reply !== null
        ? { agrees: row.reply_agrees === true, text: row.reply, at: toStamp(row.replied_at) }
        : null,
    closing:
      row.closed && row.closed_at
        ? { by: row.closed, at: stampOrNull(row.closed_at) ?? toStamp(row.closed_at), note: row.closing_note ?? '' }
        : null,
    whyNotReply: whyNotReply(state, viewer)?.message ?? null,
    whyNotClose: whyNotClose(state, viewer)?.message ?? null,
    isGolden: viewer.isManager ? row.is_golden : null,
  }
}

interface FindingState {
  finding: Finding | null
  concerned: string
  reader: string | null
  read_at: Date | null
}

type Why = { status: 403 | 409; message: string } | null

function whyNotReply({ finding, concerned }: FindingState, { id }: Viewer): Why {
  if (finding === null) return { status: 409, message: 'There is no finding: both decisions agree.' }
  if (concerned !== id) return { status: 403, message: 'Only the person concerned answers a finding.' }
  return finding === 'open' ? null : { status: 409, message: 'It was answered already.' }
}

/** A finding is closed by neither the person concerned nor the reviewer. */
function whyNotClose(
  { finding, concerned, reader, read_at: readAt }: FindingState,
  { id, isManager, now }: Viewer,
): Why {
  if (finding === null) return { status: 409, message: 'There is no finding: both decisions agree.' }
  if (!isManager) return { status: 403, message: 'Only managers close a finding.' }
  if (concerned === id || reader === id) return { status: 403, message: 'Somebody else has to say who is right.' }
  if (finding === 'answered') return null
  if (finding !== 'open') return { status: 409, message: 'It is closed already.' }
  const isOld = readAt !== null && now.getTime() - readAt.getTime() > PATIENCE
  return isOld ? null : { status: 409, message: 'The person concerned has seven days to answer.' }
}

/** One step of a finding: locked, allowed, written, audited. */
async function step(
  context: Context,
  id: string,
  whyNot: (state: FindingState, viewer: Viewer) => Why,
  act: { action: string; set: object; after: object; note: string },
): Promise<void> {
  const { db, platform, account, now } = context
  await db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, platform, id)
    const isManager = mayAssignOthers(account.roles)
    const concerned = (review.is_golden ? review.reader : review.decided_by) ?? ''
    // a finding of others is reported as not found
    if (review.read_at === null || (!isManager && ![concerned, review.reader].includes(account.id))) {
      throw new Refusal(404, `There is no quality review ${id} here.`)
    }
    const why = whyNot({ ...review, concerned }, { id: account.id, isManager, now: now() })
    if (why) throw new Refusal(why.status, why.message)
    await tx.updateTable('quality_review').set(act.set).where('id', '=', id).execute()
    const { action, after, note } = act
    await record(tx, context, { action, object: { kind: 'quality review', id }, after, note })
  })
}

export function replyTo(context: Context, id: string, { agrees, text }: Parsed<typeof quality.reply>['body']) {
  const set = { finding: 'answered', reply: text, reply_agrees: agrees, replied_at: context.now() }
  return step(context, id, whyNotReply, { action: 'answer finding', set, after: { agrees }, note: text })
}

export function closeFinding(context: Context, id: string, { isUpheld, note }: Parsed<typeof quality.close>['body']) {
  const finding = isUpheld ? 'upheld' : 'dismissed'
  const set = { finding, closed_by: context.account.id, closed_at: context.now(), closing_note: note }
  return step(context, id, whyNotClose, { action: 'close finding', set, after: { finding }, note })
}
