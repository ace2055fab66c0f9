/** What is recorded of acts that the specification has words for, and how each is said (docs/design/specification.md#audit-labels). */
export const AUDIT_LABELS = {
  'change status': 'Change status',
  'resolve alert': 'Resolve alert',
  assign: 'Assign',
  'add note': 'Comment',
  'account reactivated': 'Account reactivated',
  'add ticket link': 'Add ticket link',
  'add allowlist': 'Add allowlist',
} as const
