/** The task queue with everything it can do. */
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { fileStore } from '#server/documents/files.ts'
import type { Store } from '#server/store/pool.ts'
import { gapsWorker } from './gaps.ts'
import { purgeWorker } from './purge.ts'
import { TaskQueue } from './queue.ts'
import { backtestWorker } from './backtest.ts'
import { resolveAlertsWorker } from './resolve-alerts.ts'
import { ruleClockWorker, runRuleWorker } from './run-rules.ts'

export interface Given {
  store: Store
  config: Config
  log: Logger
  now: () => Date
}

/** Takes no job before it is started; jobs can be sent at once. */
export function makeTaskQueue({ store, config, log, now }: Given): TaskQueue {
  const surroundings = { db: store.db, config, now, log, queue: () => queue }
  const queue: TaskQueue = new TaskQueue(store.pool, log, [
    resolveAlertsWorker(surroundings),
    ruleClockWorker(surroundings),
    runRuleWorker(surroundings),
    purgeWorker({ db: store.db, files: fileStore(config), now }),
    gapsWorker({ db: store.db, log }),
    backtestWorker(surroundings),
  ])
  return queue
}
