// The calls that this server does not answer yet. The list may only shrink.

export const NOT_BUILT: readonly string[] = [
  // tasks

  // tasks
  'tasks.list',
  'tasks.view',

  // rules

  // rules
  'rules.autocompleteContract',
  'rules.contractValues',

  // allowlists

  // allowlists
  'allowlists.list',
  'allowlists.create',
  'allowlists.change',
  'allowlists.delete',
  'allowlists.view',
  'allowlists.version',
  'allowlists.history',
  'allowlists.resolveAlerts',
  'allowlists.remainingAlerts',
  'allowlists.transactionFilters',
  'allowlists.transactionFiltersExtended',
  'allowlists.contractFiltersExtended',
  'allowlists.customerFilters',
  'allowlists.customerScheduleFilters',
  'allowlists.ruleFilters',

  // configSets

  // helpdesk

  // helpdesk

  // kyc

  // kyc
  'kyc.export',
]
