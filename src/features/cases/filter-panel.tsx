/** The fields of the queue's filter in the order of its panel. */
export const CASE_PANEL = [
  { field: 'search', as: 'text' },
  { field: 'field', as: 'choice' },
  { field: 'status', as: 'choice' },
  { field: 'assign', as: 'choice' },
  { field: 'user', as: 'choice' },
  { field: 'service', as: 'choices', empty: 'Any service' },
  { field: 'type', as: 'choice' },
  { field: 'action', as: 'choice' },
  { field: 'rule', as: 'choice' },
  { field: 'rule_type', as: 'choice' },
  { field: 'countries', as: 'choices', empty: 'Any country' },
  { field: 'withoutAlerts', as: 'choice' },
  { field: 'customerId', as: 'text' },
  { field: 'timeS', as: 'day' },
  { field: 'timeE', as: 'day' },
] as const
