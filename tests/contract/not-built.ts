// The calls that this server does not answer yet. The list may only shrink.

export const NOT_BUILT: readonly string[] = [
  // rules

  // rules
  'rules.autocompleteContract',
  'rules.contractValues',

  // helpdesk

  // helpdesk

  // kyc

  // kyc
  'kyc.export',
]
