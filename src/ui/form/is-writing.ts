/** Whether somebody writes in a field: what appears then leaves the focus there, or the next letters would be keys. */
export const isWriting = (): boolean =>
  document.activeElement?.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true]') ?? false
