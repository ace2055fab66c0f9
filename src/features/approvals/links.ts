/** The link to an approval's object, inside this window. */
import type { Approval } from '#contract/model/cases/approval.ts'
import { caseHref, customerHref } from '#src/features/cases/public.ts'

/** Null where several things wait as one. */
export function objectHref({ platform, object }: Pick<Approval, 'platform' | 'object'>): string | null {
  const { kind, id, caseId, customerId, ruleId } = object
  const home = `/admin/${encodeURIComponent(platform)}`
  if (kind === 'rule') return `${home}/rules/${encodeURIComponent(id)}`
  if (kind === 'config set') return `${home}/item-model-setting/${encodeURIComponent(id)}`
  if (kind === 'policy') return `${home}/administration/policies`
  if (kind === 'screening threshold') return `${home}/administration/screening-lists`
  if (kind === 'form') return `${home}/form/${encodeURIComponent(id)}`
  if (kind === 'allowlist' && ruleId) return `${home}/${encodeURIComponent(id)}/${encodeURIComponent(ruleId)}`
  if (caseId !== null) return caseHref(platform, caseId)
  return customerId === null ? null : customerHref(platform, customerId)
}
