/** The recorded actions that the specification names, with their labels (docs/design/specification.md#audit-labels). */
export const AUDIT_LABELS = {
  'change status': 'Change status',
  'resolve alert': 'Resolve alert',
  assign: 'Assign',
  'add note': 'Comment',
  'account reactivated': 'Account reactivated',
  'add ticket link': 'Add ticket link',
  'add allowlist': 'Add allowlist',
} as const
