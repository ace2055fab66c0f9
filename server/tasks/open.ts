/** The task queue with everything it can do. */
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/store/pool.ts'
import { TaskQueue, type Worker } from './queue.ts'
import { resolveAlertsWorker } from './resolve-alerts.ts'

export interface Given {
  store: Store
  config: Config
  log: Logger
  now: () => Date
}

/** Takes no job before it is started; jobs can be sent at once. */
export function makeTaskQueue({ store, config, log, now }: Given): TaskQueue {
  const queue: TaskQueue = new TaskQueue(store.pool, log, [
    resolveAlertsWorker({ db: store.db, config, now, queue: () => queue }) as Worker<never>,
  ])
  return queue
}
