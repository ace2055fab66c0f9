/** The lists that are screened against, what their versions changed, and the thresholds. */
import type { screening } from '#contract/calls/screening.ts'
import type { ScreeningThreshold } from '#contract/model/screening/screening.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import type { Transaction } from 'kysely'
import type { Context, Handlers } from '#server/core/context.ts'
import type { Database } from '#server/schema/database.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { addAdverseName, adverseNames, removeAdverseName } from './adverse-names.ts'
import { listHits } from './hit-queue.ts'
import { SCREEN_ALL } from './screen-parties.ts'
import { changeThreshold, listThresholds, tryThreshold } from './threshold-policies.ts'
import { brokenLists, changesOf, listsOf } from './list-versions.ts'

/** The maximum number of listed changes; the rest is counted. */
const CHANGES_MAX = 1000

/** A change with the job that screens everybody against the new state. */
async function thenScreen<T>(
  { db }: Context,
  tasks: TaskQueue,
  change: (tx: Transaction<Database>) => Promise<T>,
  isInForce: (result: T) => boolean = () => true,
): Promise<T> {
  const changed = await db.transaction().execute(async (tx) => {
    const result = await change(tx)
    if (isInForce(result)) await tasks.send(tx, SCREEN_ALL, {})
    return result
  })
  tasks.hurry(SCREEN_ALL)
  return changed
}

export const screeningCalls = (tasks: TaskQueue): Handlers<typeof screening> => ({
  async hits({ query }, context) {
    const { page = 1, pageSize = PAGE_SIZES.cases, platform = context.platform, ...filter } = query
    checkPageSize(pageSize)
    return listHits(context.db, platform, filter, { page, pageSize, reader: context.account.id, now: context.now() })
  },

  async lists(_, { db }) {
    return { items: await listsOf(db), broken: await brokenLists(db) }
  },

  async changes({ params: { source } }, { db, platform }) {
    const changes = await changesOf(db, source, { most: CHANGES_MAX, platform })
    if (!changes) throw new Refusal(404, `There is no list ${source} here.`)
    return changes
  },

  async thresholds(_, { db, account }) {
    return { items: await listThresholds(db, account) }
  },

  async previewThreshold({ body }, context) {
    return await context.db.transaction().execute((tx) => tryThreshold(tx, context, body))
  },

  async setThreshold({ body }, context) {
    const isInForce = ({ pending }: ScreeningThreshold) => pending === null
    return await thenScreen(context, tasks, (tx) => changeThreshold(tx, context, body), isInForce)
  },

  async adverseNames(_, { db }) {
    return { items: await adverseNames(db) }
  },

  async addAdverseName({ body }, context) {
    return await thenScreen(context, tasks, (tx) => addAdverseName(tx, context, body))
  },

  async removeAdverseName({ params, body }, context) {
    await thenScreen(context, tasks, (tx) => removeAdverseName(tx, context, params.name, body.reason))
    return { message: 'The name is off the list.' }
  },
})
