/** The tables of quality reviews and handovers, as Kysely knows them. */
import type { ColumnType } from 'kysely'
import type { Finding, ReviewOutcome, PolicyScope } from '#contract/model/quality/quality.ts'
import type { Big, BigIdentity, Json, When, WhenOrNull } from './columns.ts'

interface QualityRateTable {
  id: BigIdentity
  platform: string
  scope: PolicyScope
  /** A rule, a person or a level of risk; empty for the other scopes. */
  key: string
  rate: number
  reason: string
  author: string
  at: When
}

/** A decided alert whose right answer is known. */
interface GoldenItemTable {
  id: BigIdentity
  platform: string
  alert_id: Big
  truth: ReviewOutcome
  reason: string
  author: string
  at: When
  ended_at: WhenOrNull
}

/** Until when a platform's closings were drawn from. */
interface QualityDrawTable {
  platform: string
  until: When
  salt: string
}

/** A decision on a stack of alike cases or account alerts, however many operations it is made of. */
interface StackDecisionTable {
  id: string
  platform: string
  kind: 'alert' | 'case'
  /** The property that its rows share. */
  shared: string
  author: string
  size: number
  looked: string[]
  /** The rows that were decided with it. */
  rows: string[]
  at: When
}

interface QualityReviewTable {
  id: ColumnType<string, never, never>
  platform: string
  alert_id: Big
  case_id: string
  is_golden: boolean
  /** The scope of the policy that drew it. */
  why: PolicyScope
  drawn_at: When
  decided_by: string
  decided_at: When
  /** The first decision, or the known answer. */
  expected: ReviewOutcome
  reader: string | null
  taken_at: WhenOrNull
  outcome: ReviewOutcome | null
  note: string | null
  read_at: WhenOrNull
  finding: Finding | null
  reply: string | null
  reply_agrees: boolean | null
  replied_at: WhenOrNull
  closed_by: string | null
  closed_at: WhenOrNull
  closing_note: string | null
}

/** The brief is as it was then, and never changed. */
interface HandoverTable {
  id: BigIdentity
  platform: string
  author: string
  at: When
  brief: Json
}

export interface QualityTables {
  handover: HandoverTable
  quality_rate: QualityRateTable
  golden_item: GoldenItemTable
  quality_draw: QualityDrawTable
  quality_review: QualityReviewTable
  stack_decision: StackDecisionTable
}
