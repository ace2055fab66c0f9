// The calls that this server does not answer yet. The list may only shrink.

export const NOT_BUILT: readonly string[] = [
  // helpdesk
  // helpdesk
]
