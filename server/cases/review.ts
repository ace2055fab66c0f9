/** The review of a monitored case: what is kept of it, moving it, and the job that brings the case back on its day. */
import type { Kysely } from 'kysely'
import { whyNotReviewDay, type CaseReview } from '#contract/model/cases/review.ts'
import { PLATFORMS } from '#contract/model/platform.ts'
import { record, type Actor } from '#server/audit/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { NOBODY } from '#server/identity/accounts.ts'
import { actedAt, isNumbered, type Effect } from '#server/ops/effect.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { moveCase, requireCase, STALE, updateCase } from './effects.ts'
import { currentCase, isCaseStale, lockCase, type LockedCase } from './lock-rows.ts'
import { reviewColumns, reviewOf } from './case-row.ts'

export const moveReview: Effect<'case.review'> = async (tx, context, op) => {
  const row = await lockCase(tx, context.platform, op.target)
  const { on } = op.body
  const was = reviewOf(row)
  const isReached = on === null ? was === null : was?.on === on && !was.isDue
  if (isCaseStale(row, op.expect) && !isReached) throw new Refusal(412, STALE, await currentCase(tx, row))
  await requireCase(tx, row, 'review')
  const message = on === null ? 'The review is cancelled.' : `Review on ${on}.`
  if (isReached && !isNumbered(context)) return { message, version: Number(row.version) }
  if (!was && on !== null) throw new Refusal(409, `${row.id} has no review.`, await currentCase(tx, row))
  const why = on === null ? null : whyNotReviewDay(on, actedAt(context).getTime())
  if (why !== null) throw new Refusal(400, `on: ${why}`)
  // a refusal accounts for the number of what was known to change nothing, an entry for what another person did first
  if (isReached && op.expect?.review === on) {
    throw new Refusal(409, `The review of ${row.id} is on ${on} already.`, await currentCase(tx, row))
  }
  const next: CaseReview | null = was && on !== null ? { ...was, on, isDue: false } : null
  const version = isReached ? Number(row.version) : await updateCase(tx, row, reviewColumns(next))
  await record(tx, context, {
    action: on === null ? 'cancel review' : 'move review',
    object: { kind: 'case', id: row.id },
    version,
    before: { review: row.review_on },
    after: { review: on },
  })
  return { message, version }
}

/** Cases that one transaction brings back, which limits the wait of other audit writers. */
const BATCH = 200
/** Who the audit says brought them back. */
const ACTOR = 'review dates'

interface About {
  platform: string
  now: () => Date
}

/** Brings back the cases whose day has come; answers how many. */
export async function reopenDue(db: Kysely<Database>, about: About): Promise<number> {
  let count = 0
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('monitoring_case')
        .selectAll()
        .where('platform', '=', about.platform)
        .where('review_on', '<=', about.now().toISOString().slice(0, 10))
        .where('review_due_at', 'is', null)
        .orderBy('review_on')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const actor: Actor = {
        account: { ...NOBODY, id: ACTOR },
        origin: { address: null, appVersion: null },
        ...about,
      }
      for (const row of rows) {
        const due = { review_due_at: about.now() }
        // an open case is in the queue already
        const isClosed = row.status === 'complete'
        const version = isClosed
          ? await moveCase(tx, about, row, { ...due, status: 'new', recommended_str: 0, finished_at: null })
          : await updateCase(tx, row, due)
        await record(tx, actor, {
          action: 'review due',
          object: { kind: 'case', id: row.id },
          version,
          ...(isClosed && { before: { status: row.status }, after: { status: 'new' } }),
          note: dueWords(row),
        })
      }
      return rows.length
    })
    count += done
    if (done < BATCH) return count
  }
}

const dueWords = ({ review_watch: watch }: LockedCase) => `Review is due: ${watch}`

/** Comes every minute, once for all instances. */
export function reviewWorker({ db, now }: { db: Kysely<Database>; now: () => Date }): Worker<object> {
  return {
    name: 'case-reviews',
    cron: '* * * * *',
    async run() {
      for (const { name } of PLATFORMS) await reopenDue(db, { platform: name, now })
    },
    // the next minute finds the same
    giveUp: async () => {},
  }
}
