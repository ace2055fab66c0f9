/** The audit as administrators read it: entries, an export, verifications. */
import type { audit } from '#contract/calls/audit.ts'
import { recordAll } from '#server/audit/audit.ts'
import { CHECK_CHAIN, signedHeads } from '#server/audit/check-task.ts'
import { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import type { Handlers } from '#server/core/context.ts'
import { downloadOf } from '#server/files/download.ts'
import { copyCsv } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { lastChecks, requestCheck } from './checks.ts'
import { choicesOf, coveredBy, csvOfAudit, entryOf, listAudit } from './list.ts'

/** The newest of the signed heads, as many as are shown. */
const HEADS_SHOWN = 20

export function auditCalls(store: Store, tasks: TaskQueue): Handlers<typeof audit> {
  const exports = new ConcurrencyLimit(1, 'Another export of the audit is still being written: wait until it is done.')
  return {
    async list({ query }, context) {
      const { page, pageSize, ...filter } = query
      checkPageSize(pageSize)
      return listAudit(context.db, context, filter, { page, pageSize, now: context.now() })
    },
    entry: ({ params }, context) => entryOf(context.db, context, params.n),
    choices: (_, context) => choicesOf(context.db, context),
    async csv({ query }, context) {
      const csv = csvOfAudit(context.db, context, query)
      const onEnd = exports.take(context.account.id)
      try {
        // before the first byte: what leaves in bulk is known by whom
        const entry = { action: 'export audit', object: { kind: 'audit', id: 'entries' }, after: query }
        // on each platform that it covers, for its own administrators
        const entries = coveredBy(context, query).map((covered) => ({ ...entry, platform: covered }))
        await context.db.transaction().execute((tx) => recordAll(tx, context, entries))
      } catch (error) {
        onEnd()
        throw error
      }
      const bytes = await copyCsv(store.exports, csv, { signal: context.request.signal, onEnd })
      const day = context.now().toISOString().slice(0, 10)
      const name = `${query.reads === '1' ? 'reads' : 'audit'}-${context.platform}-${day}.csv`
      return downloadOf({ name, type: 'text/csv; charset=utf-8' }, bytes)
    },
    async check(_, context) {
      const check = await requestCheck(context, tasks)
      tasks.hurry(CHECK_CHAIN)
      return check
    },
    async checks(_, { db, config }) {
      const [items, { heads, faults }] = await Promise.all([lastChecks(db), signedHeads(config)])
      const shown = heads.slice(-HEADS_SHOWN).toReversed()
      return { items, heads: shown.map(({ n, hash, at, key }) => ({ n, hash, at, key })), headFaults: faults }
    },
  }
}
