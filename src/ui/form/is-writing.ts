/**
 * True if the user is typing in a field: what appears then does not take the focus, or the next letters would be keys.
 */
export const isWriting = (): boolean =>
  document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]') ?? false
