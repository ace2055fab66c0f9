/** The task queue with everything it can do. */
import type { Logger } from 'pino'
import { resolveAlertsWorker } from '#server/allowlists/resolve-alerts.ts'
import { checkChainWorker } from '#server/audit/check-task.ts'
import { sendHeadWorker, signHeadWorker } from '#server/audit/send-heads-task.ts'
import { setDueDatesWorker } from '#server/business-hours/set-dates-task.ts'
import { reviewWorker } from '#server/cases/review.ts'
import type { Config } from '#server/core/config.ts'
import { fileStore } from '#server/files/file-store.ts'
import { readEmailWorker } from '#server/helpdesk/inbound/read-email-task.ts'
import { ruleClockWorker, runRuleWorker } from '#server/monitoring/run-rules-task.ts'
import { purgeWorker } from '#server/retention/purge.ts'
import { samplingWorker } from '#server/quality/draw-sample.ts'
import { backtestWorker } from '#server/rules/backtest-task.ts'
import { screenAllWorker } from '#server/screening/screen-parties.ts'
import type { Store } from '#server/store/pool.ts'
import { sequenceGapsWorker } from '#server/sync/sequence-gaps-task.ts'
import { autoAssignWorker } from '#server/team/auto-assign.ts'
import { TaskQueue } from '#server/tasks/queue.ts'

export interface TaskQueueDeps {
  store: Store
  config: Config
  log: Logger
  now: () => Date
}

/** Takes no job before it is started; jobs can be sent at once. */
export function makeTaskQueue({ store, config, log, now }: TaskQueueDeps): TaskQueue {
  const surroundings = { db: store.db, config, now, log, queue: () => queue }
  const queue: TaskQueue = new TaskQueue(store.pool, log, [
    resolveAlertsWorker(surroundings),
    ruleClockWorker(surroundings),
    runRuleWorker(surroundings),
    purgeWorker({ db: store.db, files: fileStore({ db: store.db, config }), now }),
    sequenceGapsWorker({ db: store.db, log, now }),
    backtestWorker(surroundings),
    signHeadWorker(surroundings),
    sendHeadWorker(surroundings),
    setDueDatesWorker(surroundings),
    samplingWorker(surroundings),
    checkChainWorker(surroundings),
    autoAssignWorker(surroundings),
    reviewWorker(surroundings),
    screenAllWorker(surroundings),
    readEmailWorker({ db: store.db, config, now }),
  ])
  return queue
}
