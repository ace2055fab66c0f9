// Labels of the template fields.
import type { TemplateUse } from '#contract/model/templates/template.ts'
import type { Reason } from '#contract/model/values.ts'
import type { EditorRow } from './editor.ts'

export const USE_LABELS: Record<TemplateUse, string> = {
  resolve: 'Resolve',
  reject: 'Reject',
  account: 'Resolve, account',
  'account-sar': 'SAR, account',
  proceed: 'Suspicious: STR',
  'no-str': 'No STR',
  snippet: 'Snippet',
}

export const SCOPE_LABELS: Record<EditorRow['shelf'], string> = {
  mine: 'yours',
  shared: 'shared',
  'built-in': 'built in',
  new: 'not saved',
}

export const REASON_LABELS: Record<Reason, string> = {
  FP_EXPECTED: 'False positive: fits the profile',
  FP_DATA: 'False positive: data',
  FP_RULE: 'False positive: rule',
  FP_DUPLICATE: 'False positive: duplicate',
  FP_ALLOWLISTED: 'False positive: allowlisted',
  EXPLAINED_DOCS: 'Explained by documents',
  PREV_REVIEWED: 'Reviewed before',
  MONITOR: 'Monitor',
  AWAIT_INFO: 'Awaiting information',
  REJECT_TXN: 'Transaction rejected',
  STR_PROCEED: 'STR recommended',
  STR_REJECTED: 'No STR',
}

/** The reason of an act in words: a decision's by its code, any other as somebody wrote it. */
export const reasonLabel = (reason: string | null | undefined): string =>
  Object.entries(REASON_LABELS).find(([code]) => code === reason)?.[1] ?? reason ?? ''
