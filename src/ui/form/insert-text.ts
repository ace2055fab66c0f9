/** Inserts a text at the caret, as if typed. */
export function insertAtCaret(field: Element | null, words: string): void {
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  // a field without a caret takes no words
  if (words === '' || !isField || field.selectionStart === null) return
  field.setRangeText(words, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: words }))
}
