/** What the list beside the editor holds: versions of an allowlist, or alerts it covers. */
import type { Allowlist, CoveredAlerts } from '#contract/model/allowlist.ts'

export type VersionRow = { kind: 'version'; version: Allowlist; changes: string }
export type CoveredRow = { kind: 'covered'; alert: CoveredAlerts['items'][number] }
export type SideRow = VersionRow | CoveredRow
