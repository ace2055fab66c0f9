/** Business hours and due dates of a platform. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { businessHours, BusinessHoursEffect } from '#contract/calls/business-hours.ts'
import type { BusinessHoursPolicy } from '#contract/model/business-hours/policy.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import type { Handlers } from '#server/core/context.ts'
import type { Db } from '#server/store/sql.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { businessHoursOf, dueDates } from './due-dates.ts'
import { SET_DUE_DATES, batchOf, dueInputOf } from './set-dates-task.ts'
import { changesOf, policyOf, refuseFaults, savePolicy } from './settings.ts'

interface Dates {
  due_at: Date | null
  due_soon_at: Date | null
}

const stateAt = (now: Date, { due_at, due_soon_at }: Dates) => {
  if (due_at && due_at <= now) return 'breached'
  return due_soon_at && due_soon_at <= now ? 'dueSoon' : 'inTime'
}

/** Counts the open work of a queue with the dates that it has and those that it would have. */
async function effectOf(
  db: Db,
  queue: WorkQueue,
  { platform, policy, now }: { platform: string; policy: BusinessHoursPolicy; now: Date },
): Promise<BusinessHoursEffect> {
  const businessHours = businessHoursOf(policy)
  const effect = { open: 0, changed: 0, breached: { before: 0, after: 0 }, dueSoon: { before: 0, after: 0 } }
  const count = (dates: Dates, when: 'before' | 'after') => {
    const state = stateAt(now, dates)
    if (state !== 'inTime') effect[state][when] += 1
  }
  for (let last: string | null = null; ;) {
    const rows = await batchOf(db, platform, queue, last)
    for (const row of rows) {
      const dates = dueDates(businessHours, queue, dueInputOf(queue, row))
      count(row, 'before')
      count(dates, 'after')
      effect.open += 1
      if (+(dates.due_at ?? 0) !== +(row.due_at ?? 0)) effect.changed += 1
    }
    last = rows.at(-1)?.id ?? null
    if (last === null) return effect
    // others are answered between two batches
    await breathe()
  }
}

export const businessHoursCalls = (queue: TaskQueue): Handlers<typeof businessHours> => ({
  policy: (_, { db, platform }) => policyOf(db, platform),

  async savePolicy({ body }, context) {
    const kept = await context.db.transaction().execute(async (tx) => {
      const saved = await savePolicy(tx, context, body)
      await queue.send(tx, SET_DUE_DATES, { platform: context.platform })
      return saved
    })
    queue.hurry(SET_DUE_DATES)
    return kept
  },

  async preview({ body: { policy } }, { db, platform, now }) {
    refuseFaults(policy)
    const about = { platform, policy, now: now() }
    return { case: await effectOf(db, 'case', about), accountAlert: await effectOf(db, 'accountAlert', about) }
  },

  async history(_, { db, platform }) {
    return { items: await changesOf(db, platform) }
  },
})
