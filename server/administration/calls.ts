/** Administrators' calls: people, the audit, jobs, notices, policies. */
import type { Table } from '#contract/table.ts'
import { CHECK_CHAIN, signedHeads } from '#server/audit/check-task.ts'
import { record, recordAll } from '#server/audit/audit.ts'
import type { Handlers } from '#server/core/context.ts'
import { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import { downloadOf } from '#server/files/download.ts'
import { addAccount } from '#server/identity/add-account.ts'
import { changeAccess, listAccess, rulersOf } from '#server/identity/access.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { currentNotices, endNotice, listNotices, publishNotice } from '#server/notices/notices.ts'
import { copyCsv } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { choicesOf, coveredBy, csvOfAudit, entryOf, listAudit } from './audit-list.ts'
import { requestCheck, lastChecks } from './audit-checks.ts'
import { listPolicies, setPolicy } from './policies.ts'
import { endSession, presenceOf, wipe } from './presence.ts'

type Areas = Pick<Table, 'access' | 'audit' | 'jobs' | 'notices' | 'policies'>

interface Parts {
  sessions: Sessions
  store: Store
  tasks: TaskQueue
}

/** The newest of the signed heads, as many as are shown. */
const HEADS_SHOWN = 20

export function administrationCalls({ sessions, store, tasks }: Parts): {
  readonly [A in keyof Areas]: Handlers<Areas[A]>
} {
  return {
    access: accessCalls(sessions),
    audit: auditCalls(store, tasks),
    jobs: jobsCalls(tasks),
    notices: noticesCalls,
    policies: policiesCalls,
  }
}

const WAITS = { message: 'A second administrator has to approve this.', pending: true }

const accessCalls = (sessions: Sessions): Handlers<Areas['access']> => ({
  async presence(_, context) {
    const own = await sessions.find(context.request.headers.get('auth-token') ?? '')
    return presenceOf(context, own?.family)
  },
  async endSession({ params, body }, context) {
    await endSession(context, sessions, params.session, body.reason)
    return { message: 'The session was ended.' }
  },
  async wipeDevice({ params, body }, context) {
    await wipe(context, { device: params.device, ...body })
    return { message: 'The device was wiped.' }
  },
  async list(_, context) {
    return { items: await listAccess(context.db, context), ruledBy: rulersOf(context.config) }
  },
  async add({ body }, context) {
    return (await addAccount(context, body)) ? { message: 'The account was added.' } : WAITS
  },
  async change({ params, body }, context) {
    if (await changeAccess(context, params.account, body)) return { message: 'Changed.', version: body.version + 1 }
    return WAITS
  },
})

function auditCalls(store: Store, tasks: TaskQueue): Handlers<Areas['audit']> {
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

const jobsCalls = (tasks: TaskQueue): Handlers<Areas['jobs']> => ({
  list: (_, { account }) => tasks.overview(account.platforms),
  async retry({ params, body }, context) {
    const { name, job } = params
    const entry = { action: 'retry job', object: { kind: 'job', id: `${name}/${job}` } }
    await context.db.transaction().execute(async (tx) => {
      const platform = await tasks.retry(tx, { name, id: job, platforms: context.account.platforms })
      await record(tx, context, { ...entry, platform, reason: body.reason })
    })
    tasks.hurry(name)
    return { message: 'The job is tried again.' }
  },
})

const noticesCalls: Handlers<Areas['notices']> = {
  current: async (_, context) => ({ items: await currentNotices(context) }),
  list: async (_, context) => ({ items: await listNotices(context) }),
  publish: ({ body }, context) => publishNotice(context, body),
  async end({ params }, context) {
    await endNotice(context, params.notice)
    return { message: 'The notice is over.' }
  },
}

const policiesCalls: Handlers<Areas['policies']> = {
  list: async (_, context) => ({ items: await listPolicies(context) }),
  set: ({ params, body }, context) => setPolicy(context, params.policy, body),
}
