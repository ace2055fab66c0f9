/** Runs rules of type schedule: a tick every minute finds those that are due, and each run goes through the customers. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/schema/database.ts'
import type { TaskQueue, Worker } from '#server/tasks/queue.ts'
import { runSlice, startDueRuns } from './scheduled-runs.ts'

const RULE_CLOCK = 'rule-clock'
const RUN_RULE = 'rule-run'

interface Surroundings {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  queue: () => TaskQueue
}

interface Job {
  ruleId: string
  /** ISO 8601. */
  at: string
}

/** Ticks by the schedule of pg-boss, which any number of instances share. */
export function ruleClockWorker({ db, now, log, queue }: Surroundings): Worker<object> {
  return {
    name: RULE_CLOCK,
    cron: '* * * * *',
    async run() {
      const started = await db.transaction().execute(async (tx) => {
        const runs = await startDueRuns(tx, now(), (rule) => log.warn(rule, 'a rule cannot run'))
        for (const { ruleId, at } of runs) {
          await queue().send(tx, RUN_RULE, { ruleId, at: at.toISOString() } satisfies Job)
        }
        return runs.length
      })
      if (started > 0) queue().hurry(RUN_RULE)
    },
    // the next tick finds the same
    giveUp: async () => {},
  }
}

export function runRuleWorker({ db, queue }: Surroundings): Worker<Job> {
  return {
    name: RUN_RULE,
    async run({ ruleId, at }) {
      await db.transaction().execute(async (tx) => {
        const hasMore = await runSlice(tx, { ruleId, at: new Date(at) })
        if (hasMore) await queue().send(tx, RUN_RULE, { ruleId, at } satisfies Job)
      })
      queue().hurry(RUN_RULE)
    },
    giveUp: async ({ ruleId, at }) => {
      await db
        .updateTable('rule_run')
        .set({ ended_at: new Date(at) })
        .where('rule_id', '=', ruleId)
        .where('at', '=', new Date(at))
        .where('ended_at', 'is', null)
        .execute()
    },
    takeUp: 'Its run ended: the rule runs again at its next time.',
  }
}
