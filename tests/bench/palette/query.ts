/** A query of the palette, with its user, place and target. */
import type { Role } from '#contract/model/values.ts'

/** The place in which a query is typed. */
export type PlaceName =
  | 'queue'
  | 'selection'
  | 'case'
  | 'triage'
  | 'accountAlerts'
  | 'customers'
  | 'customer'
  | 'rules'
  | 'rule'
  | 'allowlists'
  | 'screening'
  | 'forms'
  | 'reports'
  | 'outbox'
  | 'conflicts'
  | 'dashboard'
  | 'team'
  | 'approvals'
  | 'quality'
  | 'access'
  | 'presence'
  | 'policies'
  | 'screening-lists'
  | 'jobs'

export interface Query {
  place: PlaceName
  role: Role
  text: string
  /** Any of these is what the person looks for. */
  wanted: readonly string[]
}

type Line = readonly [text: string, ...wanted: string[]]

export const at = (place: PlaceName, role: Role, lines: readonly Line[]): Query[] =>
  lines.map(([text, ...wanted]) => ({ place, role, text, wanted }))
