/** The queue of account alerts as a source of rows, with pending operations folded in. */
import type { Input } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { systemClock } from '#engine/base/clock.ts'
import type { Data } from '#src/data/data.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import { loadPage } from '#src/data/engine-client/replica-client.ts'
import type { PendingRows } from './own-changes.ts'
import { createPagedSource } from './paged-source.ts'
import type { RowSource } from './row-source.ts'

type QueueQuery = NonNullable<Input<typeof accountAlerts.queue>['query']>

export interface AccountAlertSourceOptions {
  platform: string
  /** The queue's query; page and size are the source's. */
  query: Omit<QueueQuery, 'page' | 'pageSize'>
  /** True if a row is in the filter: decides what my own operation takes out. */
  belongs: (row: AccountAlertItem) => boolean
}

/** Pending operations on account alerts. */
export function pendingAccountAlerts(pending: Pending): PendingRows<AccountAlertItem> {
  return {
    fold: (row) => pending.foldOnce('accountAlertItem', row),
    states() {
      const states = new Map<string, boolean>()
      for (const { op, state } of pending.list()) {
        const { alertId, caseId } = op.target
        if (alertId === undefined || caseId !== undefined) continue
        states.set(alertId, (states.get(alertId) ?? true) && state === 'acked')
      }
      return states
    },
    subscribe: pending.subscribe,
  }
}

/** Opens the queue of account alerts; dispose of it when it is no longer shown. */
export function createAccountAlertSource(
  { api, pending, engine, connectivity }: Data,
  { platform, query, belongs }: AccountAlertSourceOptions,
): RowSource<AccountAlertItem> {
  return createPagedSource<AccountAlertItem>({
    load: (page, pageSize, { signal, isBackground }) =>
      loadPage(engine.replica, [platform, 'accountAlert', query], { page, pageSize }, () =>
        api.send(
          accountAlerts.queue,
          { query: { ...query, platform, page, pageSize } },
          { signal, platform, quiet: isBackground },
        ),
      ),
    changed: engine.replica.subscribeRows,
    freshen: () => engine.replica.sync(platform),
    keyOf: (row) => row.id,
    belongs,
    pending: pendingAccountAlerts(pending),
    clock: systemClock,
    connectivity,
    keep: { store: engine.snapshots, key: `account-alerts|${platform}|${JSON.stringify(query)}`, platform },
  })
}
