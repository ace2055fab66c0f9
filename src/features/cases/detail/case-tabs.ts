export const CASE_TABS = ['alerts', 'similar', 'flow', 'notes', 'history'] as const
export type CaseTab = (typeof CASE_TABS)[number]
