/** The kinds of work with a due date. */
export const WORK_QUEUES = ['case', 'accountAlert'] as const
export type WorkQueue = (typeof WORK_QUEUES)[number]

/** What a person can be excluded from: the work of a customer, of a type of rule, or of a queue. */
export const EXCLUSION_SCOPES = ['customer', 'ruleType', 'queue'] as const
export type ExclusionScope = (typeof EXCLUSION_SCOPES)[number]
