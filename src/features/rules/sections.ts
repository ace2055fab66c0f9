/** The parts of a rule's form, each on its digit. */
export const SECTION_LABELS = {
  about: 'Rule',
  when: 'Trigger and scope',
  criteria: 'Criteria',
  conditions: 'Conditions',
  customers: 'Customers',
  action: 'Action',
  procedures: 'Procedures',
  trigger: 'Trigger information',
} as const
export type Section = keyof typeof SECTION_LABELS
export const SECTIONS = Object.keys(SECTION_LABELS) as Section[]
