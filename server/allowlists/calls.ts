/** Allowlists: the list, one and its versions, what may be written, and letting one resolve what it covers. */
import { randomUUID } from 'node:crypto'
import type { allowlists } from '#contract/calls/rules/allowlists.ts'
import { COUNT_CAP, PAGE_SIZES } from '#contract/model/values.ts'
import { aboutHeader, type Context, type Handlers } from '#server/core/context.ts'
import { readDates } from '#server/core/ranges.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isBulk } from '#server/four-eyes/alert-closing.ts'
import { headroomFor } from '#server/monitoring/allowlist-limits.ts'
import type { Terms } from '#server/monitoring/allowlist-covers.ts'
import {
  countCovered,
  coveredAlerts,
  firedOf,
  loadTerms,
  listCovered,
  listSuppressed,
  termsOf,
} from '#server/monitoring/allowlist-terms.ts'
import { FIELD_LISTS, fieldsOfRule, toFilterField } from '#server/monitoring/filter/fields.ts'
import { findRule } from '#server/rules/queries.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import { isId } from '#server/store/sql.ts'
import { runningTask } from '#server/tasks/queries.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { allowlistsOn } from './alert-allowlists.ts'
import { addAllowlist, changeAllowlist, checkAllowlist, configValues, deleteAllowlist } from './allowlist-writer.ts'
import { findAllowlist, findVersion, historyOf, listAllowlists, lockAllowlist } from './queries.ts'
import { RESOLVE_ALERTS } from './resolve-alerts.ts'
import { proposeResolving, startResolving } from './resolve-by-allowlist.ts'

/** Alerts that one task takes on; who has more runs another. */
const TASK_MAX = 100_000

const missing = (what: string, id: string) => new Refusal(404, `There is no ${what} ${id} here.`)
const fieldList = (name: keyof typeof FIELD_LISTS) => async () => ({ items: FIELD_LISTS[name].map(toFilterField) })

/** A moment's day; the end of a filter is the moment after it. */
const dayOf = (at: Date | null, shift = 0) =>
  at === null ? '' : new Date(at.getTime() + shift).toISOString().slice(0, 10)

/** True if what is done to allowlists counts once another person has approved it. */
const isReviewed = ({ config }: Context) => config.fourEyes.includes('allowlists')

interface Resolving {
  versionId: string
  closeCases: boolean
}

async function resolveAlerts(context: Context, queue: TaskQueue, { versionId, closeCases }: Resolving) {
  const { platform, account } = context
  const uuid = randomUUID()
  const answer = await context.db.transaction().execute(async (tx) => {
    const version = await findVersion(tx, platform, versionId)
    if (!version) throw missing('version', versionId)
    const current = await lockAllowlist(tx, platform, version.id)
    if (!current) throw new Refusal(409, 'The allowlist was deleted.')
    if (current.review === 'open') throw new Refusal(409, 'The allowlist waits for a second person itself.', current)
    if (current.versionId !== versionId) throw new Refusal(409, 'The allowlist has a newer version.', current)
    const running = await runningTask(tx, platform, version.id)
    if (running) throw new Refusal(409, 'Its alerts are being resolved already.', running)
    const [terms] = await loadTerms(tx, platform, { versionId })
    const alertIds = terms ? await coveredAlerts(tx, platform, terms, TASK_MAX) : []
    const count = alertIds.length
    if (count === 0) return { sentAlertsToResolve: 0, message: 'Not Alerts' }
    if (isReviewed(context) || (await isBulk(tx, context, count))) {
      return proposeResolving(tx, context, { version, task: uuid, count, closeCases })
    }
    await startResolving(tx, context, queue, { version, task: uuid, author: account.id, alertIds, closeCases })
    const message = count === 1 ? 'One alert is being resolved.' : `${count} alerts are being resolved.`
    return { taskUuid: uuid, sentAlertsToResolve: count, message }
  })
  queue.hurry(RESOLVE_ALERTS)
  return answer
}

export const allowlistsCalls = (queue: TaskQueue): Handlers<typeof allowlists> => ({
  async list({ query }, { db, platform, now }) {
    const { page = 1, pageSize = PAGE_SIZES.allowlists, platform: named = platform, 'date[]': dates, ...filter } = query
    checkPageSize(pageSize)
    const [from, to] = readDates('date[]', dates)
    const days = [dayOf(from), dayOf(to, -1)] as const
    return listAllowlists(db, named, { ...filter, days, today: dayOf(now()) }, { page, pageSize })
  },

  create({ body }, context) {
    aboutHeader(context, body.platform)
    return context.db.transaction().execute((tx) => addAllowlist(tx, context, body, isReviewed(context)))
  },

  change({ body }, context) {
    aboutHeader(context, body.platform)
    return context.db.transaction().execute((tx) => changeAllowlist(tx, context, body, isReviewed(context)))
  },

  async delete({ params }, context) {
    await context.db.transaction().execute((tx) => deleteAllowlist(tx, context, params.id))
    return { message: 'Deleted.' }
  },

  async view({ params }, { db, platform }) {
    const found = await findAllowlist(db, platform, params.id)
    if (!found) throw missing('allowlist', params.id)
    return found
  },

  async version({ params }, { db, platform }) {
    const found = await findVersion(db, platform, params.id)
    if (!found) throw missing('version', params.id)
    return found
  },

  async history({ params }, { db, platform }) {
    const items = await historyOf(db, platform, params.id)
    if (items.length === 0) throw missing('allowlist', params.id)
    return { items }
  },

  async onAlert({ params }, { db, platform }) {
    const fired = await firedOf(db, platform, params.alertId)
    if (!fired) throw missing('alert', params.alertId)
    return { items: await allowlistsOn(db, platform, fired) }
  },

  async suggestion({ params }, { db, platform }) {
    const fired = await firedOf(db, platform, params.alertId)
    const rule = fired && (await findRule(db, [platform], fired.ruleId))
    if (!fired || !rule) throw missing('alert', params.alertId)
    return headroomFor(rule.criteria, fired.saw, await configValues(db, rule))
  },

  async dryRun({ body }, context) {
    aboutHeader(context, body.platform)
    const { db, platform } = context
    await checkAllowlist(db, context, body)
    const terms = await termsOf(db, body)
    const past = await listSuppressed(db, platform, terms, { now: context.now(), most: COUNT_CAP })
    return { ...(await listCovered(db, platform, terms, COUNT_CAP)), past }
  },

  async coveredAlerts({ params }, { db, platform }) {
    const [terms] = isId(params.versionId) ? await loadTerms(db, platform, { versionId: params.versionId }) : []
    if (!terms) throw missing('version', params.versionId)
    return listCovered(db, platform, terms, COUNT_CAP)
  },

  resolveAlerts: ({ params: { versionId }, body }, context) =>
    resolveAlerts(context, queue, { versionId, closeCases: body?.closeCases ?? false }),

  async remainingAlerts(_, { db, platform, now }) {
    const inForce = await loadTerms(db, platform, { day: dayOf(now()) })
    const counts = new Map<Terms, number>()
    for (const ruleId of new Set(inForce.map((terms) => terms.ruleId))) {
      const ofRule = inForce.filter((terms) => terms.ruleId === ruleId)
      const found = await countCovered(db, platform, ofRule, COUNT_CAP)
      for (const [index, terms] of ofRule.entries()) counts.set(terms, found[index] ?? 0)
    }
    return {
      items: inForce.map((terms) => ({
        allowlistId: terms.allowlistId,
        versionId: terms.versionId,
        count: counts.get(terms) ?? 0,
      })),
    }
  },

  transactionFilters: fieldList('transaction'),
  transactionFiltersExtended: fieldList('transactionExtended'),
  contractFiltersExtended: fieldList('contractExtended'),
  customerFilters: fieldList('customer'),
  customerScheduleFilters: fieldList('customerSchedule'),

  async ruleFilters({ params }, { db, platform }) {
    const rule = await findRule(db, [platform], params.ruleId)
    if (!rule) throw missing('rule', params.ruleId)
    return { items: fieldsOfRule({ area: rule.type, trigger: rule.options.trigger_event }).map(toFilterField) }
  },
})
