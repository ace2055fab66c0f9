/** The filter of the audit. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { audit } from '#contract/calls/audit.ts'
import { AUDIT_SCOPES } from '#contract/model/audit/audit-row.ts'
import { defineFilter } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')

const schema = z.object({
  scope: z.catch(z.enum(AUDIT_SCOPES), 'platform'),
  user: word,
  userName: word,
  action: word,
  objectKind: word,
  objectId: word,
  timeS: day,
  timeE: day,
})
export type AuditFilter = z.infer<typeof schema>

const SCOPES: Record<(typeof AUDIT_SCOPES)[number], string> = {
  platform: 'This platform',
  none: 'No platform: sign-ins, devices, access',
  all: 'All my platforms',
}

/** The filter of the audit and of the reads; its default is everything of the platform. */
export const auditFilter = defineFilter<AuditFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: ['userName'],
  qualified: {},
  named: { user: 'userName' },
  labels: {
    scope: 'Platform',
    user: 'Who',
    userName: 'Name',
    action: 'Action',
    objectKind: 'Kind of object',
    objectId: 'Object ID',
    timeS: 'From',
    timeE: 'To',
  },
  fixed: { scope: AUDIT_SCOPES.map((value) => ({ value, label: SCOPES[value] })) },
  panel: [
    { field: 'objectId', as: 'text' },
    { field: 'user', as: 'choice' },
    { field: 'action', as: 'choice' },
    { field: 'objectKind', as: 'choice' },
    { field: 'timeS', as: 'day' },
    { field: 'timeE', as: 'day' },
    { field: 'scope', as: 'choice' },
  ],
  ranges: [['timeS', 'timeE']],
  leading: 'scope',
  chip(field, { user, userName, action, objectKind, objectId, timeS, timeE }) {
    switch (field) {
      case 'user':
        return `By ${userName || user}`
      case 'action':
        return humanise(action)
      case 'objectKind':
        return `On a ${objectKind}`
      case 'objectId':
        return `On ${objectId}`
      case 'timeS':
        return `from ${timeS}`
      case 'timeE':
        return `to ${timeE}`
      default:
        return undefined
    }
  },
})

export type AuditQuery = NonNullable<Input<typeof audit.csv>['query']>

/** The query of the list and of its CSV. */
export const toQuery = (filter: AuditFilter, isReads: boolean): AuditQuery => ({
  ...(filter.scope !== 'platform' && { scope: filter.scope }),
  ...(filter.user && { who: filter.user }),
  ...(filter.action && { action: filter.action }),
  ...(filter.objectKind && { objectKind: filter.objectKind }),
  ...(filter.objectId && { objectId: filter.objectId }),
  ...(filter.timeS && { startDate: filter.timeS }),
  ...(filter.timeE && { endDate: filter.timeE }),
  ...(isReads && { reads: '1' }),
})
