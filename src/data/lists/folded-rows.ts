/** The queues with what is alike folded, from what is on this device. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { systemClock } from '#engine/base/clock.ts'
import type { Data } from '#src/data/data.ts'
import { pendingAccountAlerts, type AccountAlertSourceOptions } from './account-alert-source.ts'
import { pendingCases, type CaseSourceOptions } from './case-source.ts'
import { createFoldedSource, type FoldedPorts, type FoldedSource } from './folded-source.ts'

/** The whole list folded, or these rows of it, whatever the server may say later. */
const asked = (ids: readonly string[] | undefined) => ({
  page: 1,
  pageSize: 0,
  isUnanswered: true,
  ...(ids && { ids }),
})

function foldedFrom<Row extends { id: string }>(
  { engine: { replica } }: Data,
  platform: string,
  ports: Pick<FoldedPorts<Row>, 'ask' | 'belongs' | 'pending'>,
): FoldedSource<Row> {
  return createFoldedSource<Row>({
    ...ports,
    isReady: () => replica.state()?.phase === 'ready',
    changed: replica.subscribeRows,
    freshen: () => replica.sync(platform),
    keyOf: (row) => row.id,
    headFrom: (row, id) => ({ ...row, id }),
    clock: systemClock,
  })
}

export const createFoldedCases = (data: Data, { platform, query, belongs }: Omit<CaseSourceOptions, 'ids'>) =>
  foldedFrom<CaseItem>(data, platform, {
    ask: (ids) => data.engine.replica.page(platform, 'case', query, asked(ids)),
    belongs,
    pending: pendingCases(data.pending),
  })

export const createFoldedAlerts = (data: Data, { platform, query, belongs }: AccountAlertSourceOptions) =>
  foldedFrom<AccountAlertItem>(data, platform, {
    ask: (ids) => data.engine.replica.page(platform, 'accountAlert', query, asked(ids)),
    belongs,
    pending: pendingAccountAlerts(data.pending),
  })
