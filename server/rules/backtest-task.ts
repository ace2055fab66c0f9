/** Runs a backtest, a few parts at a time, and hands on before a job counts as lost. */
import type { Kysely } from 'kysely'
import { forgetHits, loadTrial, runParts, sumUp } from '#server/monitoring/backtest.ts'
import type { Database } from '#server/schema/database.ts'
import { endTask } from '#server/tasks/queries.ts'
import type { TaskQueue, Worker } from '#server/tasks/queue.ts'

export const BACKTEST = 'rule-backtest'

/** The duration of one job, in milliseconds. */
const TURN = 15_000

interface Job {
  task: string
}

export interface BacktestDeps {
  db: Kysely<Database>
  now: () => Date
  queue: () => TaskQueue
}

export function backtestWorker({ db, now, queue }: BacktestDeps): Worker<Job> {
  return {
    name: BACKTEST,
    async run({ task }) {
      const begun = performance.now()
      while (performance.now() - begun < TURN) {
        // read again before each part: the backtest may have been cancelled
        const trial = await loadTrial(db, task)
        if (!trial) return forgetHits(db, task)
        if (trial.done >= trial.parts.length) {
          await db.transaction().execute(async (tx) => {
            await sumUp(tx, trial, now())
            await endTask(tx, task, { status: 'Processed', message: 'The backtest is done.', at: now() })
          })
          return
        }
        await runParts(db, trial)
      }
      await db.transaction().execute((tx) => queue().send(tx, BACKTEST, { task }))
      queue().hurry(BACKTEST)
    },
    async giveUp({ task }) {
      await forgetHits(db, task)
      await endTask(db, task, { status: 'Error', message: 'Stopped after several attempts.', at: now() })
    },
    takeUp: 'Its backtest ended: start it again on the rule.',
  }
}
