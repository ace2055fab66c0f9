/** The sections of a customer's screen, in the order of their keys. */
export const SECTIONS = [
  'profile',
  'alerts',
  'transactions',
  'risk',
  'documents',
  'notes',
  'company',
  'log',
  'helpdesk',
] as const
export type Section = (typeof SECTIONS)[number]

export const SECTION_LABELS: Record<Section, string> = {
  profile: 'Profile',
  alerts: 'Alerts',
  transactions: 'Transactions',
  risk: 'Risk',
  documents: 'Documents',
  notes: 'Notes',
  company: 'Company',
  log: 'Log',
  helpdesk: 'Helpdesk',
}

/** The section an address names; the profile for any other word. */
export const sectionOf = (raw: unknown): Section => SECTIONS.find((section) => section === raw) ?? 'profile'
