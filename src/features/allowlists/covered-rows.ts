/** The rows of the editor's panel: versions of an allowlist, or covered alerts. */
import type { Allowlist, CoveredAlerts } from '#contract/model/rules/allowlist.ts'

/** `changes` of the version before it; null where it was the first. */
export type VersionRow = { kind: 'version'; version: Allowlist; changes: Change[] | null }
type Change = { label: string; theirs: string; yours: string }
export type CoveredRow = { kind: 'covered'; alert: CoveredAlerts['items'][number] }
export type SideRow = VersionRow | CoveredRow
