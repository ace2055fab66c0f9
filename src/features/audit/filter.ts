/** The filter of the audit. */
import type { Input } from '#contract/call.ts'
import type { audit } from '#contract/calls/audit.ts'
import { AUDIT_SCOPES } from '#contract/model/audit/audit-row.ts'
import { choicesOf, days, defineFilter, oneOf, typed, text } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'

const SCOPES: Record<(typeof AUDIT_SCOPES)[number], string> = {
  platform: 'This platform',
  none: 'No platform: sign-ins, devices, access',
  all: 'All my platforms',
}

/** The filter of the audit and of the reads; its default is everything of the platform. */
export const auditFilter = defineFilter('scope', {
  objectId: text('Object ID', { param: 'objectId', as: 'text', chip: (id) => `On ${id}` }),
  user: text('Who', { param: 'who', as: 'choice', name: 'userName', chip: (id, name) => `By ${name || id}` }),
  userName: typed('Name'),
  action: text('Action', { param: 'action', as: 'choice', chip: humanise }),
  objectKind: text('Kind of object', { param: 'objectKind', as: 'choice', chip: (kind) => `On a ${kind}` }),
  ...days(['timeS', 'timeE'], ['From', 'To']),
  scope: oneOf(
    'Platform',
    choicesOf(AUDIT_SCOPES, (scope) => SCOPES[scope]),
    'platform',
    { param: 'scope' },
  ),
})
export type AuditFilter = typeof auditFilter.defaults

/** The query of the list and of its CSV. */
export const toQuery = (filter: AuditFilter, isReads: boolean): NonNullable<Input<typeof audit.csv>['query']> => ({
  ...auditFilter.query(filter),
  ...(filter.timeS && { startDate: filter.timeS }),
  ...(filter.timeE && { endDate: filter.timeE }),
  ...(isReads && { reads: '1' }),
})
