/** Words for codes of records; apart from labels of the first load. */
import { AUDIT_LABELS } from '#contract/model/audit/audit-labels.ts'
import { approvalMode } from '#contract/model/cases/case.ts'
import { humanise } from './label.ts'
import { own } from './lookup.ts'
import { capitalise } from './name.ts'

const APPROVAL_MODES: Record<string, string> = {
  approvalCode: 'Approval Code',
  sms: 'SMS',
  push: 'Push Message',
  device: 'Device',
  otp: 'OTP',
}

/** The approval mode of a transaction; `N/A` if empty or unknown. */
export function approvalModeLabel(mode: unknown): string {
  return own(APPROVAL_MODES, approvalMode(mode)) ?? 'N/A'
}

const DILIGENCE: Record<string, string> = {
  FDD: 'Full Due Diligence',
  EDD: 'Enhanced Due Diligence',
  SDD: 'Simplified Due Diligence',
}

/** The level of due diligence; whatever is not one of the three is `Unverified`. */
export function diligenceLabel(code: string | null | undefined): string {
  return own(DILIGENCE, code ?? '') ?? 'Unverified'
}

/** A contract's status: unsigned ones await approval. */
export function contractStatusLabel(status: string): string {
  return status === 'UNSIGNED' ? 'Awaiting Approval' : capitalise(status.toLowerCase())
}

const PERSON_ROLES: Record<string, string> = { owner: 'Shareholder', owner_company: 'Shareholder' }

/** A person's role in a company: owners are shareholders, other roles are unchanged. */
export function personRoleLabel(role: string): string {
  return own(PERSON_ROLES, role) ?? humanise(role)
}

/** The label of an audit action; a note is a comment. */
export function auditLabel(action: string): string {
  return own<string>(AUDIT_LABELS, action) ?? humanise(action)
}

const TICKET_STATES = ['', 'Notification sent', 'Awaiting Response']

/** The ticket system's number for what went out for an alert; empty for nothing. */
export function ticketStateLabel(state: number): string {
  return TICKET_STATES[state] ?? ''
}
