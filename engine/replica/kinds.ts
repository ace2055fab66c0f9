/** The kinds of rows of a replica, each with its shape. */
import { REPLICA_KINDS, type ReplicaKind, type ReplicaRow } from '#contract/calls/sync.ts'
import { accountAlertShape, type AccountAlertQuery } from './account-alert-shape.ts'
import { caseShape, type CaseListQuery } from './case-shape.ts'
import type { Shape } from './shape.ts'
import { ReplicaTable, type RowChange } from './table.ts'

/** The query of a kind's list, without page and size. */
export interface Queries {
  case: CaseListQuery
  accountAlert: AccountAlertQuery
}

export const SHAPES: { [K in ReplicaKind]: Shape<ReplicaRow<K>, Queries[K]> } = {
  case: caseShape,
  accountAlert: accountAlertShape,
}

export type Tables = { [K in ReplicaKind]: ReplicaTable<ReplicaRow<K>, Queries[K]> }

/** A change of a row of some kind. */
export interface KindChange {
  kind: ReplicaKind
  change: RowChange<ReplicaRow>
}

export const tablesOf = (platform: string): Tables => ({
  case: new ReplicaTable(caseShape, platform),
  accountAlert: new ReplicaTable(accountAlertShape, platform),
})

/** Takes changes into the tables of their kinds. */
export function takeChanges(tables: Tables, changes: readonly KindChange[]): void {
  for (const kind of REPLICA_KINDS) {
    const own = changes.flatMap((one) => (one.kind === kind ? [one.change] : []))
    if (own.length > 0) tables[kind].change(own as RowChange<never>[])
  }
}
